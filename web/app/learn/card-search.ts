/** Finding cards: by set, by words in their names, and which one mirrors another. Pure. */

import type { Card } from "../../board/cards";

export const SETS = ["base", "senseis-path", "way-of-the-wind", "promo"] as const;

/** The cards of a set, or of all, in whose names a text comes, in whatever case and accents. */
export function findCards(cards: readonly Card[], set: string, text: string): Card[] {
  const wanted = plain(text.trim());
  return cards.filter(
    (card) =>
      (set === "" || card.set === set) &&
      [card.name, card.slug, ...Object.values(card.names)].some((name) => plain(name).includes(wanted)),
  );
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The cards with the same squares, left and right exchanged; the card itself if it is its own mirror (R21). */
export function mirrorsOf(cards: readonly Card[], card: Card): Card[] {
  const wanted = squaresOf(card, -1);
  return cards.filter((other) => other.kind === card.kind && squaresOf(other, 1) === wanted);
}

/** All grids of a card as text, the same whatever the order of their squares. */
function squaresOf(card: Card, sign: 1 | -1): string {
  return card.grids
    .map((grid) => `${grid.piece}:${grid.cells.map(([dx, dy]) => `${sign * dx || 0},${dy}`).sort()}`)
    .join(" ");
}
