/** Steps as text, taken apart: the board is told what may be done and never asks why. */

import type { Square } from "./geometry";

export type Action =
  /** A piece goes with a card of the hand. */
  | { kind: "move"; card: string; from: Square; to: Square; step: string }
  /** Nothing can move, and this card is given away (R14). */
  | { kind: "pass"; card: string; step: string }
  /** The ninja or the spirit goes, with the card that is already chosen. */
  | { kind: "hop"; piece: "ninja" | "spirit"; from: Square; to: Square; isChallenge: boolean; step: string }
  /** The ninja stays, or no lantern is lit. */
  | { kind: "skip"; piece: "ninja" | "lantern"; step: string }
  | { kind: "line"; line: string; step: string }
  | { kind: "place"; squares: Square[]; step: string };

/** What a legal step does; null for words of a later version. */
export function parseStep(step: string): Action | null {
  const match = /^([a-z-]+):(?:(pass|stay|none|[a-e1-5])|([a-e][1-5])([a-e][1-5])?(!?))$/.exec(step);
  if (!match) return null;
  const [, head = "", word, from, to, mark] = match;
  if (head === "place" && from) return { kind: "place", squares: to ? [from, to] : [from], step };
  if (word === "pass") return { kind: "pass", card: head, step };
  if (word === "stay" || word === "none") return { kind: "skip", piece: word === "stay" ? "ninja" : "lantern", step };
  if (head === "lantern" && word) return { kind: "line", line: word, step };
  if (!from || !to) return null;
  if (head === "ninja" || head === "spirit")
    return { kind: "hop", piece: head, from, to, isChallenge: mark === "!", step };
  return { kind: "move", card: head, from, to, step };
}

export function parseSteps(steps: readonly string[]): Action[] {
  return steps.map(parseStep).filter((action) => action !== null);
}

/** What a turn left on the board, as far as its reader may know. */
export interface Trace {
  card: string | null;
  origins: Square[];
  targets: Square[];
  /** Columns and rows that a lantern lit. */
  lines: string[];
  /** Where in the text something came to light: `ninja`, `yes`, `no`, `red`, `blue`, `both`. */
  facts: string[];
}

/** Reads `boar:c1c2=ninja ninja:?b3!=yes lantern:c=no`; words of a later version leave no trace. */
export function traceOf(turn: string): Trace {
  const trace: Trace = { card: null, origins: [], targets: [], lines: [], facts: [] };
  for (const word of turn.split(" ")) {
    const match = /^([a-z-]+):(pass|stay|none|[a-e1-5]|\??(?:[a-e][1-5]){0,2}!?)(?:=([a-z]+))?$/.exec(word);
    if (!match) continue;
    const [, head = "", tail = "", fact] = match;
    if (!["place", "ninja", "spirit", "lantern"].includes(head)) trace.card = head;
    if (fact) trace.facts.push(fact);
    const squares = tail.match(/[a-e][1-5]/g) ?? [];
    if (head === "lantern" && tail.length === 1) trace.lines.push(tail);
    else if (head === "place") trace.targets.push(...squares);
    else {
      trace.origins.push(...squares.slice(0, -1));
      trace.targets.push(...squares.slice(-1));
    }
  }
  return trace;
}
