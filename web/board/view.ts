/** A position as its viewer may know it: the form of the server's `state.view`, as far as it is drawn. */

import { other, type Colour, type Square } from "./geometry";

export type Phase = "place" | "ninja" | "spirit" | "lantern";

export interface Side {
  master: Square | null;
  students: Square[];
  ninjas: Square[];
  revealed: Square[];
  lanterns: number;
}

export interface Outcome {
  winner: Colour | null;
  by: string;
}

export interface View {
  viewer: Colour | null;
  rules: { spirit: boolean; hidden: "shadow" | "light" | null; light_player?: Colour };
  red: Side;
  blue: Side;
  spirit: Square | null;
  hands: Record<Colour, string[]>;
  side: string;
  to_move: Colour;
  turn_number: number;
  turn?: { phase: Phase; card: string | null; spirit_due: boolean };
  ninjas_alive: Record<Colour, number>;
  legal_steps: string[];
  outcome: Outcome | null;
}

export type Kind = "master" | "student" | "ninja" | "spirit";

export interface Piece {
  kind: Kind;
  owner: Colour | null;
  square: Square;
  /** A ninja that its opponent does not see. */
  isHidden: boolean;
}

/** The name of a card as steps write it. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

export function piecesOf(view: View): Piece[] {
  const pieces: Piece[] = [];
  for (const owner of ["red", "blue"] as const) {
    const side = view[owner];
    if (side.master) pieces.push({ kind: "master", owner, square: side.master, isHidden: false });
    for (const square of side.students) pieces.push({ kind: "student", owner, square, isHidden: false });
    for (const square of side.ninjas)
      pieces.push({ kind: "ninja", owner, square, isHidden: !side.revealed.includes(square) });
  }
  if (view.spirit) pieces.push({ kind: "spirit", owner: null, square: view.spirit, isHidden: false });
  return pieces;
}

/** Who takes the side card next: it lies at that player's right and is turned for that player (R11, R13). */
export function sideOwner(view: View): Colour {
  switch (view.turn?.phase) {
    case "lantern": // the cards are already exchanged
      return other(view.to_move);
    case "place": // the starter places last
      return view.ninjas_alive[other(view.to_move)] > 0 ? view.to_move : other(view.to_move);
    default:
      return view.to_move;
  }
}
