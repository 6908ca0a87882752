/** A position that is being set up: it may be wrong for a while, the server says in words why. Pure. */

import { other, type Colour, type Square } from "../../board/geometry";
import type { Side, View } from "../../board/view";

/** A position as the server reads one that was set up by hand. */
export interface Draft extends Omit<View, "viewer" | "turn" | "ninjas_alive" | "legal_steps" | "outcome"> {
  rules: View["rules"] & { lantern_rule?: string };
  first_turn_done: Record<Colour, boolean>;
}

export type Tool = "erase" | "spirit" | `${Colour}-${"master" | "student" | "ninja"}`;

export const KINDS = ["base", "wind", "shadow", "light-red", "light-blue", "shadow-wind", "light-red-wind"] as const;
export type Kind = (typeof KINDS)[number];

const BOTH = ["red", "blue"] as const;
const CENTRE = "c3";

export function draftOf(view: View): Draft {
  const { rules, red, blue, spirit, hands, side, to_move, turn_number } = view;
  const done = (view as Partial<Draft>).first_turn_done ?? { red: true, blue: true };
  return { rules, red, blue, spirit, hands, side, to_move, turn_number, first_turn_done: done };
}

/** As a board shows it. */
export function viewOf(draft: Draft): View {
  const alive = { red: draft.red.ninjas.length, blue: draft.blue.ninjas.length };
  return { ...draft, viewer: null, ninjas_alive: alive, legal_steps: [], outcome: null };
}

export function kindOf(draft: Draft): Kind {
  const { hidden, spirit, light_player } = draft.rules;
  const way = hidden === "light" ? `light-${light_player ?? "red"}` : (hidden ?? "");
  const kind = [way, spirit ? "wind" : ""].filter(Boolean).join("-");
  return (KINDS as readonly string[]).includes(kind) ? (kind as Kind) : "base";
}

function rulesOf(kind: Kind): Draft["rules"] {
  const light = /light-(red|blue)/.exec(kind)?.[1] as Colour | undefined;
  return {
    spirit: kind.includes("wind"),
    hidden: light ? "light" : kind.startsWith("shadow") ? "shadow" : null,
    lantern_rule: "both",
    ...(light ? { light_player: light } : {}),
  };
}

const hasPawns = (rules: Draft["rules"], colour: Colour): boolean =>
  rules.hidden !== "light" || rules.light_player === colour;

/** The tools that fit what is played. */
export function toolsOf(draft: Draft): Tool[] {
  const { hidden, spirit } = draft.rules;
  const tools: Tool[] = BOTH.flatMap((colour): Tool[] => {
    const pawns = hasPawns(draft.rules, colour);
    const hasNinjas = hidden === "shadow" || (hidden === "light" && !pawns);
    return [
      ...(pawns ? ([`${colour}-master`, `${colour}-student`] as Tool[]) : []),
      ...(hasNinjas ? ([`${colour}-ninja`] as Tool[]) : []),
    ];
  });
  return [...tools, ...(spirit ? (["spirit"] as Tool[]) : []), "erase"];
}

/** The first position of what is played, with the same cards. */
export function fresh(draft: Draft, kind: Kind): Draft {
  const rules = rulesOf(kind);
  const side = (colour: Colour): Side => {
    const home = colour === "red" ? "1" : "5";
    if (!hasPawns(rules, colour))
      return { master: null, students: [], ninjas: [`a${home}`, `e${home}`], revealed: [], lanterns: 0 };
    const files = rules.hidden === "shadow" ? ["a", "e"] : ["a", "b", "d", "e"];
    return {
      master: `c${home}`,
      students: files.map((file) => file + home),
      ninjas: rules.hidden === "shadow" ? [colour === "red" ? "b1" : "d5"] : [],
      revealed: [],
      lanterns: rules.hidden ? 2 : 0,
    };
  };
  return {
    ...draft,
    rules,
    red: side("red"),
    blue: side("blue"),
    spirit: rules.spirit ? CENTRE : null,
    turn_number: 1,
    first_turn_done: { red: false, blue: false },
  };
}

export function cleared(draft: Draft): Draft {
  const empty = (side: Side): Side => ({ ...side, master: null, students: [], ninjas: [], revealed: [] });
  return { ...draft, red: empty(draft.red), blue: empty(draft.blue) };
}

function without(side: Side, square: Square): Side {
  return {
    ...side,
    master: side.master === square ? null : side.master,
    students: side.students.filter((one) => one !== square),
    ninjas: side.ninjas.filter((one) => one !== square),
    revealed: side.revealed.filter((one) => one !== square),
  };
}

/** Puts a piece on a square, or takes what is there away; the same piece again is taken away too. */
export function put(draft: Draft, tool: Tool, square: Square): Draft {
  const isThere = toolAt(draft, square) === tool;
  const next: Draft = {
    ...draft,
    red: without(draft.red, square),
    blue: without(draft.blue, square),
    // There is always one spirit: it can only be put elsewhere.
    spirit: draft.spirit,
  };
  if (tool === "spirit") return { ...next, spirit: square };
  if (tool === "erase" || isThere) return next;
  const [colour, kind] = tool.split("-") as [Colour, "master" | "student" | "ninja"];
  const side = next[colour];
  if (kind === "master") return { ...next, [colour]: { ...side, master: square } };
  if (kind === "student") return { ...next, [colour]: { ...side, students: [...side.students, square] } };
  return { ...next, [colour]: { ...side, ninjas: [...side.ninjas, square] } };
}

function toolAt(draft: Draft, square: Square): Tool | null {
  for (const colour of BOTH) {
    const side = draft[colour];
    if (side.master === square) return `${colour}-master`;
    if (side.students.includes(square)) return `${colour}-student`;
    if (side.ninjas.includes(square)) return `${colour}-ninja`;
  }
  return draft.spirit === square ? "spirit" : null;
}

/** The five cards in their places: Red's two, Blue's two, the side card. */
export function placesOf(draft: Draft): (string | null)[] {
  const card = (name: string | undefined): string | null => name || null;
  return [...BOTH.flatMap((colour) => [card(draft.hands[colour][0]), card(draft.hands[colour][1])]), card(draft.side)];
}

export function withPlaces(draft: Draft, places: readonly (string | null)[]): Draft {
  const [redOne, redTwo, blueOne, blueTwo, side] = places.map((name) => name ?? "");
  return {
    ...draft,
    hands: { red: [redOne ?? "", redTwo ?? ""], blue: [blueOne ?? "", blueTwo ?? ""] },
    side: side ?? "",
  };
}

/** Whoever is to move: in the count of turns the one who began has the odd ones. */
export function toMove(draft: Draft, colour: Colour): Draft {
  if (draft.to_move === colour) return draft;
  return { ...draft, to_move: other(draft.to_move) };
}
