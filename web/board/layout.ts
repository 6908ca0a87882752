/**
 * Where the five cards lie around the board, in the picture's own units: a square is 100 wide.
 *
 * Everything lies on its owner's half, the side card at its next user's right (R11), and the whole looks the same
 * from both seats: the far player's places are the near player's, turned by 180 degrees around the middle.
 */

import { CARD_HEIGHT, CARD_WIDTH } from "./card-art";

export const SQUARE = 100;
export const FRAME = 30;
export const BOARD = 5 * SQUARE + 2 * FRAME;

export interface Place {
  x: number;
  y: number;
}

export interface Layout {
  name: "tall" | "wide";
  width: number;
  height: number;
  /** The board's top left corner. */
  board: Place;
  /** The middles of the near player's cards. */
  hand: readonly [Place, Place];
  side: Place;
}

const GAP = 14;
const ROW = CARD_HEIGHT + 14;
const ROW_Y = ROW + BOARD + ROW / 2 + 1;
const STEP = CARD_WIDTH + GAP;

/** Hands above and below the board: for phones. */
export const TALL: Layout = {
  name: "tall",
  width: BOARD,
  height: BOARD + 2 * ROW,
  board: { x: 0, y: ROW },
  hand: [
    { x: BOARD / 2 - STEP, y: ROW_Y },
    { x: BOARD / 2, y: ROW_Y },
  ],
  side: { x: BOARD / 2 + STEP, y: ROW_Y },
};

const COLUMN = CARD_WIDTH + 24;

/** Hands beside the board: for everything wider than high. */
export const WIDE: Layout = {
  name: "wide",
  width: BOARD + 2 * COLUMN,
  height: BOARD,
  board: { x: COLUMN, y: 0 },
  hand: [
    { x: CARD_WIDTH / 2 + 4, y: BOARD / 2 + 68 },
    { x: CARD_WIDTH / 2 + 4, y: BOARD - 68 },
  ],
  side: { x: BOARD + 2 * COLUMN - CARD_WIDTH / 2 - 4, y: BOARD - 68 },
};

/** The layout that shows the board larger in so much room. */
export function layoutFor(width: number, height: number): Layout {
  const scale = (one: Layout): number => Math.min(width / one.width, height / one.height);
  return scale(WIDE) > scale(TALL) ? WIDE : TALL;
}

/** A place of the far player. */
export function turned(place: Place, layout: Layout): Place {
  return { x: layout.width - place.x, y: layout.height - place.y };
}
