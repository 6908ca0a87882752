/** Squares, seats and what faces whom; no rules. */

export type Colour = "red" | "blue";
/** A file and a rank, `a1` to `e5`. */
export type Square = string;
/** Columns to the owner's right and rows forward (R2). */
export type Offset = readonly [dx: number, dy: number];

export const FILES = ["a", "b", "c", "d", "e"] as const;
export const RANKS = ["1", "2", "3", "4", "5"] as const;
export const SQUARES: readonly Square[] = RANKS.flatMap((rank) => FILES.map((file) => file + rank));
export const TEMPLES: Readonly<Record<Colour, Square>> = { red: "c1", blue: "c5" };

export interface Spot {
  column: number;
  row: number;
}

export function other(colour: Colour): Colour {
  return colour === "red" ? "blue" : "red";
}

/** Where a square appears to who sits at that seat, from the top left: the own home row is nearest. */
export function spotOf(square: Square, seat: Colour): Spot {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  return seat === "red" ? { column: file, row: 4 - rank } : { column: 4 - file, row: rank };
}

/** The square at a spot, or null beside the board. */
export function squareAt(column: number, row: number, seat: Colour): Square | null {
  if (column < 0 || column > 4 || row < 0 || row > 4) return null;
  const [file, rank] = seat === "red" ? [column, 4 - row] : [4 - column, row];
  return String.fromCharCode(97 + file) + String(rank + 1);
}

/** The squares of a column or row, named by its letter or number. */
export function lineSquares(line: string): Square[] {
  return SQUARES.filter((square) => square.includes(line));
}
