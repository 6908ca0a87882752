/** A game with hidden ninjas afterwards, when all is open: what each side could think, and what happened. Pure. */

import { other, type Colour, type Square } from "../../board/geometry";
import type { View } from "../../board/view";
import type { Finding } from "./review";
import type { TreeTurn } from "./tree";

/** How likely at least one unseen ninja is on a square. */
export type Belief = Readonly<Record<Square, number>>;

/** What the player to move could think, beside the truth. */
export interface Thought {
  player: Colour;
  belief: Belief;
  likeliest: Square;
  /** Where the other's unseen ninjas stood, and how likely that was, on average. */
  truth: readonly Square[];
  truthChance: number;
}

export type Incident =
  /** A piece was captured. */
  | { kind: "master" | "student" | "ninja" }
  /** A hidden ninja came to light. */
  | { kind: "seen"; squares: readonly Square[] }
  /** A challenge met nobody; a lantern showed nobody. */
  | { kind: "in-vain" | "dark" };

/** A turn worth looking at again. */
export interface Moment {
  index: number;
  player: Colour;
  incidents: readonly Incident[];
  /** A step that would have won at once, and was there for all to see. */
  missedWin: string | null;
  /** Where something else was better, by what its player knew. */
  finding: Finding | null;
  thought: Thought | null;
}

/** Null where nothing was unseen, or nobody had to think. */
export function thoughtOf(view: View, belief: Belief | null | undefined): Thought | null {
  const player = view.to_move;
  const { ninjas, revealed } = view[other(player)];
  const truth = ninjas.filter((square) => !revealed.includes(square));
  const likeliest = Object.entries(belief ?? {}).sort(([, one], [, two]) => two - one)[0]?.[0];
  if (!belief || likeliest === undefined || truth.length === 0) return null;
  const truthChance = truth.reduce((sum, square) => sum + (belief[square] ?? 0), 0) / truth.length;
  return { player, belief, likeliest, truth, truthChance };
}

/**
 * What each side could think before each turn.
 *
 * @param beliefs - before the first step and after each.
 */
export function thoughts(turns: readonly TreeTurn[], beliefs: readonly (Belief | null)[]): (Thought | null)[] {
  let steps = 0;
  return turns.map((turn) => {
    const thought = thoughtOf(turn.before.view, beliefs[steps]);
    steps += stepsOf(turn).length;
    return thought;
  });
}

export function stepsOf(turn: TreeTurn): string[] {
  return turn.text.split(" ");
}

/** The latest thought of a side before a turn; a side that has not moved since has learnt little since. */
export function latest(all: readonly (Thought | null)[], index: number, player: Colour): Thought | null {
  return (
    all
      .slice(0, index + 1)
      .reverse()
      .find((one) => one?.player === player) ?? null
  );
}

export function moments(
  turns: readonly TreeTurn[],
  all: readonly (Thought | null)[],
  found: readonly Finding[],
): Moment[] {
  return turns.flatMap((turn, index) => {
    if (turn.before.view.turn?.phase === "place") return [];
    const player = turn.before.view.to_move;
    const incidents = incidentsOf(turn);
    const missedWin = missedWinOf(turn);
    const finding = found.find((one) => one.index === index) ?? null;
    if (incidents.length === 0 && !missedWin && !finding) return [];
    return [{ index, player, incidents, missedWin, finding, thought: all[index] ?? null }];
  });
}

/** Where it turned: the loser's last win that was let go, else its worst turn, else the winner's first catch. */
export function turnedAt(all: readonly Moment[], winner: Colour | null): Moment | null {
  if (!winner) return null;
  const ofLoser = all.filter((one) => one.player !== winner);
  const missed = [...ofLoser].reverse().find((one) => one.missedWin);
  const loss = (one: Moment): number => (one.finding ? one.finding.before - one.finding.after : 0);
  const worst = ofLoser.filter((one) => one.finding).sort((one, two) => loss(two) - loss(one))[0];
  const caught = all.find((one) => one.player === winner && one.incidents.some(({ kind }) => kind === "ninja"));
  return missed ?? worst ?? caught ?? null;
}

function incidentsOf(turn: TreeTurn): Incident[] {
  const [before, after] = [turn.before.view, turn.node.view];
  const victim = other(before.to_move);
  const [was, is] = [before[victim], after[victim]];
  const found: Incident[] = [];
  if (was.master && !is.master) found.push({ kind: "master" });
  if (is.students.length < was.students.length) found.push({ kind: "student" });
  const hasCaught = after.ninjas_alive[victim] < before.ninjas_alive[victim];
  if (hasCaught) found.push({ kind: "ninja" });
  const squares = is.revealed.filter((square) => !was.revealed.includes(square));
  if (squares.length > 0) found.push({ kind: "seen", squares });
  if (turn.text.includes("!") && !hasCaught) found.push({ kind: "in-vain" });
  if (/lantern:[a-e1-5]( |$)/.test(turn.text) && squares.length === 0) found.push({ kind: "dark" });
  return found;
}

function missedWinOf(turn: TreeTurn): string | null {
  const player = turn.before.view.to_move;
  if (turn.node.view.outcome?.winner === player) return null;
  for (const threat of turn.before.threats) {
    const match = /^(red|blue): (\S+) (?:takes the master|reaches the temple)$/.exec(threat);
    if (match?.[1] === player && match[2]) return match[2];
  }
  return null;
}
