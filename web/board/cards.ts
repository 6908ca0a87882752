/** The cards as the board is given them; they are written down in `cards.toml` only. */

import type { Colour, Offset } from "./geometry";

export interface CardGrid {
  /** For which piece it is: `pawn` is a master or a student. */
  piece: "pawn" | "student" | "master" | "spirit";
  cells: readonly Offset[];
}

export interface Card {
  /** The name as steps write it. */
  slug: string;
  name: string;
  /** The name in other languages, where a printing has one. */
  names: Readonly<Record<string, string>>;
  set: string;
  kind: "move" | "wind" | "dual";
  /** Who starts when this is the side card (R11). */
  stamp: Colour | null;
  isStampSure: boolean;
  isUnconfirmed: boolean;
  grids: readonly CardGrid[];
}
