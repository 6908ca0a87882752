/** How a person picks one of the legal steps, press by press. Pure: nothing is drawn here. */

import type { Square } from "./geometry";
import type { Action } from "./steps";

export interface Choice {
  /** The card that is chosen, as steps write it. */
  readonly card: string | null;
  /** The piece that is chosen. */
  readonly from: Square | null;
  /** The actions between which has to be decided, when two cards allow the same move or a ninja may challenge. */
  readonly ask: readonly Action[];
  /** Squares already chosen for ninjas. */
  readonly placed: readonly Square[];
}

/** What a press led to: a new choice, or a step to be made. */
export interface Pressed {
  choice: Choice;
  step: string | null;
}

type Going = Extract<Action, { from: Square }>;

const NOTHING: Choice = { card: null, from: null, ask: [], placed: [] };

/** Where choosing begins: when only one piece can go on, it is chosen already. */
export function firstChoice(actions: readonly Action[]): Choice {
  const hops = actions.filter((action) => action.kind === "hop");
  const only = new Set(hops.map((hop) => hop.from)).size === 1 ? hops[0] : undefined;
  return only ? { ...NOTHING, from: only.from } : NOTHING;
}

/** The pieces that can go, with the chosen card if there is one. */
export function origins(actions: readonly Action[], choice: Choice): Set<Square> {
  return new Set(going(actions, choice.card).map((action) => action.from));
}

/** Where the chosen piece can go, and by what. */
export function targets(actions: readonly Action[], choice: Choice): Map<Square, Going[]> {
  const found = new Map<Square, Going[]>();
  if (choice.from === null) return found;
  for (const action of going(actions, choice.card)) {
    if (action.from === choice.from) found.set(action.to, [...(found.get(action.to) ?? []), action]);
  }
  return found;
}

/** Squares on which a ninja may be put beside those chosen already. */
export function places(actions: readonly Action[], choice: Choice): Set<Square> {
  const fitting = placings(actions).filter((one) => choice.placed.every((square) => one.squares.includes(square)));
  return new Set(fitting.flatMap((one) => one.squares).filter((square) => !choice.placed.includes(square)));
}

export function pressSquare(actions: readonly Action[], choice: Choice, square: Square): Pressed {
  if (placings(actions).length > 0) return pressPlace(actions, choice, square);
  const here = targets(actions, choice).get(square) ?? [];
  if (here.length === 1) return { choice: NOTHING, step: here[0]?.step ?? null };
  if (here.length > 1) return { choice: { ...choice, ask: here }, step: null };
  const begin = firstChoice(actions);
  if (square === choice.from) return { choice: { ...begin, card: choice.card }, step: null };
  if (origins(actions, choice).has(square))
    return { choice: { ...begin, card: choice.card, from: square }, step: null };
  if (origins(actions, NOTHING).has(square)) return { choice: { ...begin, from: square }, step: null };
  return { choice: { ...begin, card: choice.card }, step: null };
}

export function pressCard(actions: readonly Action[], choice: Choice, card: string): Pressed {
  const asked = choice.ask.find((action) => "card" in action && action.card === card);
  if (asked) return { choice: NOTHING, step: asked.step };
  const pass = actions.find((action) => action.kind === "pass" && action.card === card);
  if (pass) return { choice: NOTHING, step: pass.step };
  const usable = going(actions, card).filter((action) => action.kind === "move");
  if (choice.card === card || usable.length === 0) return { choice: { ...choice, card: null, ask: [] }, step: null };
  const from = usable.some((action) => action.from === choice.from) ? choice.from : null;
  return { choice: { ...NOTHING, card, from }, step: null };
}

/** Everything that was chosen is open again. */
export function cancel(actions: readonly Action[]): Choice {
  return firstChoice(actions);
}

function going(actions: readonly Action[], card: string | null): Going[] {
  const all = actions.filter((action) => action.kind === "move" || action.kind === "hop");
  return all.filter((action) => card === null || action.kind === "hop" || action.card === card);
}

function placings(actions: readonly Action[]): Extract<Action, { kind: "place" }>[] {
  return actions.filter((action) => action.kind === "place");
}

function pressPlace(actions: readonly Action[], choice: Choice, square: Square): Pressed {
  if (choice.placed.includes(square)) {
    return { choice: { ...choice, placed: choice.placed.filter((one) => one !== square) }, step: null };
  }
  if (!places(actions, choice).has(square)) return { choice, step: null };
  const placed = [...choice.placed, square];
  const whole = placings(actions).find(
    (one) => one.squares.length === placed.length && placed.every((each) => one.squares.includes(each)),
  );
  return whole ? { choice: NOTHING, step: whole.step } : { choice: { ...choice, placed }, step: null };
}
