/** One card, drawn around its middle as its owner sees it; who holds it elsewhere turns the whole. */

import { emblemArt, sealArt } from "./art";
import type { Card, CardGrid } from "./cards";

export const CARD_WIDTH = 168;
export const CARD_HEIGHT = 136;
const STRIP = 27;

/**
 * The card with its name toward its owner.
 *
 * @param card - the card.
 * @param name - as it is shown; empty to show none.
 */
export function cardArt(card: Card, name: string): string {
  const left = -CARD_WIDTH / 2;
  const top = -CARD_HEIGHT / 2;
  const middle = top + (CARD_HEIGHT - STRIP) / 2 + 2;
  const grids =
    card.grids.length === 1
      ? card.grids.map((grid) => gridArt(grid, 20, 0, middle))
      : card.grids.map((grid, place) => doubleGrid(grid, place, card.kind === "wind", middle));
  const size = name.length < 10 ? 19 : name.length < 14 ? 16 : 13;
  const stripY = CARD_HEIGHT / 2 - STRIP / 2 - 1;
  const stamp = card.stamp
    ? `<g class="ob-stamp" transform="translate(${-left - 20} ${stripY}) scale(.24)">${sealArt(card.stamp, card.isStampSure)}</g>`
    : "";
  return (
    `<rect class="ob-card-shade" x="${left + 2}" y="${top + 4}" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" rx="11"/>` +
    `<rect class="ob-card-paper" x="${left + 1}" y="${top + 1}" width="${CARD_WIDTH - 2}" height="${CARD_HEIGHT - 2}" rx="11"/>` +
    grids.join("") +
    `<g class="ob-card-strip">${stamp}<g class="ob-card-name"><text y="${stripY + size / 3}" font-size="${size}">${escapeText(name)}</text></g></g>`
  );
}

function doubleGrid(grid: CardGrid, place: number, isOrdered: boolean, middle: number): string {
  const x = place === 0 ? -40 : 40;
  // Strokes to count, not a digit: what is written on a card is its name, by which it can be called.
  const strokes = place === 0 ? "M18 -5v10" : "M16 -5v10M20.5 -5v10";
  const number = isOrdered ? `<path class="ob-card-order" d="${strokes}"/>` : "";
  return (
    `<g transform="translate(${x - (isOrdered ? 7 : 0)} ${middle - 42})"><g class="ob-card-emblem"><g transform="scale(.2)">${emblemArt(grid.piece)}</g>${number}</g></g>` +
    gridArt(grid, 14.4, x, middle + 13)
  );
}

/** Five by five cells; an arrow in the middle points forward, the shape of the marks says for which piece. */
function gridArt(grid: CardGrid, pitch: number, x: number, y: number): string {
  const cells: string[] = [];
  for (let dy = 2; dy >= -2; dy--) {
    for (let dx = -2; dx <= 2; dx++) {
      const at = `transform="translate(${x + dx * pitch} ${y - dy * pitch}) scale(${pitch / 100})"`;
      if (dx === 0 && dy === 0) {
        cells.push(
          `<g ${at} data-centre=""><rect class="ob-cell-centre" x="-46" y="-46" width="92" height="92" rx="9"/><path class="ob-cell-arrow" d="M-26 16L0 -24L26 16L0 4Z"/></g>`,
        );
        continue;
      }
      const isMarked = grid.cells.some(([cx, cy]) => cx === dx && cy === dy);
      const mark = isMarked ? markArt(grid.piece) : "";
      cells.push(
        `<g ${at} ${isMarked ? `data-mark="${dx},${dy}"` : ""}><rect class="ob-cell" x="-46" y="-46" width="92" height="92" rx="9"/>${mark}</g>`,
      );
    }
  }
  return `<g data-grid="${grid.piece}">${cells.join("")}</g>`;
}

/** Full squares for pawns and students, diamonds for the spirit, rings for the master. */
function markArt(piece: CardGrid["piece"]): string {
  if (piece === "spirit") return `<path class="ob-mark-spirit" d="M0 -46L46 0L0 46L-46 0Z"/>`;
  if (piece === "master") return `<circle class="ob-mark-master" r="30"/>`;
  return `<rect class="ob-mark" x="-42" y="-42" width="84" height="84" rx="11"/>`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign);
}
