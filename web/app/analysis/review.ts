/** What a game looks like afterwards: where it turned, what was better, and why, as far as the cards tell. Pure. */

import { other, type Colour, type Square } from "../../board/geometry";
import { traceOf } from "../../board/steps";
import { piecesOf, type View } from "../../board/view";
import { redShare, verdictOf, type Judged, type Verdict } from "../score";
import type { TreeTurn } from "./tree";

/** A position as it was judged: how it stands, and what should have been played. */
export interface Judgement {
  verdict: Verdict;
  /** The best turn and what is expected after it; none where the game is over. */
  line: readonly string[];
  /** In hidden games: how good each first step of the turn is, as far as it was looked at. */
  steps?: ReadonlyMap<string, Verdict>;
}

export type Weight = "slip" | "mistake" | "blunder";

export interface Finding {
  /** The place of the turn in the game, from 0. */
  index: number;
  player: Colour;
  weight: Weight;
  /** How likely the player was to win before and after, from 0 to 1. */
  before: number;
  after: number;
  /** The turn that was better, as steps. */
  better: string;
  /** Whether a win by force was let go, or one was given. */
  change: "missed-win" | "gave-win" | null;
  /** The card that came back as the opponent's, and the turn in which it did harm: played, or expected. */
  cameBack: { card: string; text: string; isPlayed: boolean } | null;
}

/** What there is to be seen of a review on the board. */
export interface Look {
  verdict: Verdict | null;
  /** The turn that was played next and the one that was better, where it was a mistake. */
  played: string | null;
  better: string | null;
  /** Where the one who is thought of looked for a hidden ninja. */
  chances: Readonly<Record<Square, number>>;
}

/** From how much of the chance to win on a turn counts as each. */
const WEIGHTS: readonly (readonly [Weight, number])[] = [
  ["blunder", 0.35],
  ["mistake", 0.2],
  ["slip", 0.1],
];

/** What was found about a position: the best way first. */
export function judged(
  lines: readonly (Judged & { step: string; turns: readonly string[] })[],
  toMove: Colour,
): Judgement {
  const verdicts = new Map(lines.map((line) => [line.step, verdictOf(line, toMove)]));
  const best = lines[0];
  return {
    verdict: best ? verdictOf(best, toMove) : { kind: "score", red: 0 },
    line: best?.turns.length ? best.turns : best ? [best.step] : [],
    ...(lines.length > 1 ? { steps: verdicts } : {}),
  };
}

/** How a game that is over stands. */
export function decided(view: View): Judgement | null {
  if (!view.outcome) return null;
  const { winner } = view.outcome;
  return { verdict: winner ? { kind: "win", winner, turns: 0 } : { kind: "draw" }, line: [] };
}

/**
 * The turns after which it stood clearly worse for who had made them.
 *
 * @param turns - of the game, in order.
 * @param judgements - of the position before the first turn and after each one; null where there is none yet.
 */
export function findings(turns: readonly TreeTurn[], judgements: readonly (Judgement | null | undefined)[]): Finding[] {
  return turns.flatMap((turn, index) => {
    const was = judgements[index];
    const player = turn.before.view.to_move;
    const is = was?.steps ? stepVerdict(was.steps, turn.text) : judgements[index + 1]?.verdict;
    if (!was || !is || was.line[0] === undefined || was.line[0] === turn.text) return [];
    const before = shareOf(was.verdict, player);
    const after = shareOf(is, player);
    const weight = WEIGHTS.find(([, least]) => before - after >= least)?.[0];
    if (!weight) return [];
    const better = was.line[0];
    const change = was.steps ? null : changeOf(was.verdict, is, player);
    const next = judgements[index + 1];
    return [
      { index, player, weight, before, after, better, change, cameBack: next ? cameBack(turns, index, next) : null },
    ];
  });
}

/** In hidden games each player judges by what it sees, so only what the same one thought at the same time compares. */
function stepVerdict(steps: ReadonlyMap<string, Verdict>, turn: string): Verdict | undefined {
  return steps.get(turn.split(" ")[0] ?? "");
}

/** How likely Red wins, from turn to turn; in hidden games between what the one and then the other player thinks. */
export function shares(judgements: readonly (Judgement | null | undefined)[]): (number | null)[] {
  return judgements.map((one, index) => {
    if (!one) return null;
    const next = judgements[index + 1];
    const share = redShare(one.verdict);
    return one.steps && next ? (share + redShare(next.verdict)) / 2 : share;
  });
}

/** The finding after which who was ahead at the end was never behind again; null if there is no such turn. */
export function turningPoint(
  found: readonly Finding[],
  judgements: readonly (Judgement | null | undefined)[],
): Finding | null {
  const all = shares(judgements);
  const last = all.at(-1);
  if (last === undefined || last === null || last === 0.5) return null;
  const isBehind = (share: number | null): boolean => share !== null && (last > 0.5 ? share <= 0.5 : share >= 0.5);
  return found.find((one) => one.index === all.map(isBehind).lastIndexOf(true)) ?? null;
}

function shareOf(verdict: Verdict, player: Colour): number {
  return player === "red" ? redShare(verdict) : 1 - redShare(verdict);
}

function changeOf(was: Verdict, is: Verdict, player: Colour): Finding["change"] {
  if (was.kind === "win" && was.winner === player && !(is.kind === "win" && is.winner === player)) return "missed-win";
  return is.kind === "win" && is.winner !== player ? "gave-win" : null;
}

/**
 * A card that is played comes to the opponent after its next turn (R13), who can use it in the turn after that. That
 * it then does harm is a reason why the turn was bad.
 */
function cameBack(turns: readonly TreeTurn[], index: number, after: Judgement): Finding["cameBack"] {
  const card = traceOf(turns[index]?.text ?? "").card;
  if (!card) return null;
  const played = turns[index + 3];
  if (played) return doesHarm(played, card) ? { card, text: played.text, isPlayed: true } : null;
  const expected = after.line[2];
  if (index + 1 < turns.length || expected === undefined) return null;
  const isEnd = after.verdict.kind === "win" && after.line.length === 3;
  return isEnd && traceOf(expected).card === card ? { card, text: expected, isPlayed: false } : null;
}

function doesHarm(turn: TreeTurn, card: string): boolean {
  if (traceOf(turn.text).card !== card) return false;
  const victim = other(turn.before.view.to_move);
  const count = (view: View): number => piecesOf(view).filter((piece) => piece.owner === victim).length;
  return turn.node.view.outcome !== null || count(turn.node.view) < count(turn.before.view);
}
