/** What the board says in words: names of squares, pieces and cards, for labels and for the line below it. */

import type { Card } from "./cards";
import type { Offset, Square } from "./geometry";
import type { Piece } from "./view";

/** A text in the reader's language: by its key, with values for its blanks. */
export type Say = (key: string, values?: Record<string, string | number>) => string;

export function pieceName(say: Say, piece: Pick<Piece, "kind" | "owner" | "isHidden">): string {
  if (piece.kind === "spirit" || piece.owner === null) return say("board.spirit");
  const name = say(`board.${piece.owner}.${piece.kind}`);
  return piece.isHidden ? say("board.hidden", { piece: name }) : name;
}

/** All grids of a card in words, from its owner's seat. */
export function cardInWords(say: Say, card: Card): string {
  return card.grids
    .map((grid) => {
      const squares = grid.cells.map((cell) => offsetInWords(say, cell)).join("; ");
      return card.grids.length === 1 ? squares : say(`board.grid.${grid.piece}`, { squares });
    })
    .join(". ");
}

function offsetInWords(say: Say, [dx, dy]: Offset): string {
  const words = [];
  if (dy !== 0) words.push(say(dy > 0 ? "board.forward" : "board.back", { count: Math.abs(dy) }));
  if (dx !== 0) words.push(say(dx > 0 ? "board.right" : "board.left", { count: Math.abs(dx) }));
  return words.join(" ");
}

export interface SquareNews {
  square: Square;
  pieces: readonly Piece[];
  isTemple: boolean;
  isOrigin: boolean;
  isChosen: boolean;
  /** The names of the cards by which the chosen piece comes here; null if it does not. */
  by: readonly string[] | null;
  isPlace: boolean;
  /** How likely something unseen is here, from 0 to 1. */
  chance: number;
}

export function squareLabel(say: Say, news: SquareNews): string {
  const parts = [news.square];
  if (news.isTemple) parts.push(say("board.temple"));
  parts.push(news.pieces.length ? news.pieces.map((piece) => pieceName(say, piece)).join(", ") : say("board.empty"));
  if (news.isChosen) parts.push(say("board.chosen"));
  else if (news.isOrigin) parts.push(say("board.can-go"));
  if (news.by) parts.push(news.by.length ? say("board.target-by", { cards: news.by.join(", ") }) : say("board.target"));
  if (news.isPlace) parts.push(say("board.place-here"));
  if (news.chance > 0) parts.push(say("board.chance", { percent: Math.round(100 * news.chance) }));
  return parts.join(", ");
}
