/** Has the positions of a game judged, one after the other. */

import type { Question } from "../client/connection";
import { ask } from "./engine.svelte";
import { decided, judged, type Judgement } from "./review";
import type { Node } from "./tree";

const SECONDS = 0.4;
/** As many ways as the server tells: in hidden games what was played is compared with what else was seen. */
const MOST_LINES = 8;

/** What was found out about positions, for as long as the page lasts. */
const known = new Map<string, Judgement>();

/** While ninjas are placed there is nothing to judge yet. */
export function isJudged(one: Node): boolean {
  return one.view.turn?.phase !== "place";
}

/**
 * Judges all positions, from the end to the start: what is known of the end helps with what led to it.
 *
 * @param onNews - told what is known so far, null for what is not.
 * @param turns - in hidden games the steps of each turn, as they tell what its player has seen.
 */
export async function judgeAll(
  nodes: readonly Node[],
  signal: AbortSignal,
  onNews: (judgements: (Judgement | null)[]) => void,
  turns?: readonly (readonly string[])[],
): Promise<void> {
  const question = (index: number): Pick<Question, "position" | "steps"> =>
    turns
      ? { position: nodes[0]?.position ?? "", steps: turns.slice(0, index).flat() }
      : { position: nodes[index]?.position ?? "" };
  const keyOf = (index: number): string => JSON.stringify(question(index));
  const found = nodes.map((one, index) => decided(one.view) ?? known.get(keyOf(index)) ?? null);
  onNews([...found]);
  for (const [index, one] of [...nodes.entries()].reverse()) {
    if (found[index] || !isJudged(one)) continue;
    const { lines, to_move } = await ask(
      { ...question(index), lines: turns ? MOST_LINES : 1, seconds: SECONDS },
      signal,
    );
    if (!lines?.[0] || !to_move) continue;
    const judgement = judged(lines, to_move);
    found[index] = judgement;
    known.set(keyOf(index), judgement);
    onNews([...found]);
  }
}
