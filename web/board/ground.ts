/** What lies under the pieces: the wooden frame, squares, temples, coordinates, and the marks on them. */

import { templeArt } from "./art";
import { FILES, RANKS, SQUARES, TEMPLES, lineSquares, spotOf, squareAt, type Colour, type Square } from "./geometry";
import { BOARD, FRAME, SQUARE } from "./layout";

/** The frame, the squares and the temples, from the board's top left corner. */
export function groundArt(seat: Colour): string {
  const inner = 5 * SQUARE;
  const squares = SQUARES.map((square) => {
    const { x, y } = corner(square, seat);
    return `<rect class="ob-square" x="${x + 2}" y="${y + 2}" width="${SQUARE - 4}" height="${SQUARE - 4}" rx="6"/>`;
  });
  const temples = (["red", "blue"] as const).map((colour) => {
    const { x, y } = middle(TEMPLES[colour], seat);
    return `<g transform="translate(${x} ${y})">${templeArt(colour, colour !== seat)}</g>`;
  });
  return (
    `<rect class="ob-frame" width="${BOARD}" height="${BOARD}" rx="16"/>` +
    `<rect class="ob-frame-edge" x="4" y="4" width="${BOARD - 8}" height="${BOARD - 8}" rx="13"/>` +
    `<rect class="ob-mat" x="${FRAME - 4}" y="${FRAME - 4}" width="${inner + 8}" height="${inner + 8}" rx="7"/>` +
    `<g transform="translate(${FRAME} ${FRAME})">${squares.join("")}${temples.join("")}</g>` +
    coordinatesArt(seat)
  );
}

function coordinatesArt(seat: Colour): string {
  const at = (n: number): number => FRAME + (n + 0.5) * SQUARE;
  const columns = FILES.map((_, n) => squareAt(n, 4, seat)?.[0] ?? "");
  const rows = RANKS.map((_, n) => squareAt(0, n, seat)?.[1] ?? "");
  const texts = [
    ...columns.map((file, n) => `<text x="${at(n)}" y="${BOARD - 9}">${file}</text>`),
    ...rows.map((rank, n) => `<text x="${FRAME / 2}" y="${at(n) + 5}">${rank}</text>`),
  ];
  return `<g class="ob-coordinates">${texts.join("")}</g>`;
}

export function corner(square: Square, seat: Colour): { x: number; y: number } {
  const { column, row } = spotOf(square, seat);
  return { x: column * SQUARE, y: row * SQUARE };
}

export function middle(square: Square, seat: Colour): { x: number; y: number } {
  const { x, y } = corner(square, seat);
  return { x: x + SQUARE / 2, y: y + SQUARE / 2 };
}

/** A mark that fills a square, below its piece. */
export function patch(square: Square, seat: Colour, look: string): string {
  const { x, y } = corner(square, seat);
  return `<rect class="${look}" data-square="${square}" x="${x + 2}" y="${y + 2}" width="${SQUARE - 4}" height="${SQUARE - 4}" rx="6"/>`;
}

/** A square on which something unseen may be: the darker, the likelier, and how likely in hundredths. */
export function shade(square: Square, seat: Colour, chance: number): string {
  const { x, y } = corner(square, seat);
  const hundredths = Math.round(100 * chance);
  if (hundredths === 0) return "";
  return (
    `<g class="ob-chance" data-square="${square}" transform="translate(${x} ${y})">` +
    `<rect x="2" y="2" width="${SQUARE - 4}" height="${SQUARE - 4}" rx="6" fill-opacity="${0.12 + 0.58 * chance}"/>` +
    `<text x="${SQUARE - 8}" y="${SQUARE - 9}">${hundredths}%</text></g>`
  );
}

/** A lit column or row. */
export function beam(line: string, seat: Colour, look: string): string {
  return lineSquares(line)
    .map((square) => patch(square, seat, look))
    .join("");
}

/**
 * A destination: a dot on a free square, a ring around a piece; in halves when both cards of the hand lead there.
 *
 * @param hands - the places in the hand of the cards that lead there; empty when the card is settled.
 */
export function targetArt(square: Square, seat: Colour, isTaken: boolean, hands: readonly number[]): string {
  const { x, y } = middle(square, seat);
  const radius = isTaken ? 43 : 17;
  const half = (look: string, sweep: 0 | 1): string =>
    `<path class="${look}" d="M0 ${-radius}A${radius} ${radius} 0 0 ${sweep} 0 ${radius}${isTaken ? "" : "Z"}"/>`;
  const shape =
    hands.length > 1
      ? half("ob-by-0", 0) + half("ob-by-1", 1)
      : `<circle class="ob-by-${hands[0] ?? 0}" r="${radius}"/>`;
  return `<g class="ob-target ${isTaken ? "ob-taken" : ""}" data-square="${square}" transform="translate(${x} ${y})">${shape}</g>`;
}

export interface Arrow {
  from: Square;
  to: Square;
  kind: "hint" | "threat" | "proposal";
  /** Whose threat it is. */
  owner?: Colour;
}

export function arrowArt(arrow: Arrow, seat: Colour): string {
  const from = middle(arrow.from, seat);
  const to = middle(arrow.to, seat);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const tip = { x: to.x - ux * 14, y: to.y - uy * 14 };
  const neck = { x: tip.x - ux * 26, y: tip.y - uy * 26 };
  const wing = (side: number): string => `${neck.x - uy * 15 * side} ${neck.y + ux * 15 * side}`;
  return (
    `<g class="ob-arrow ob-arrow-${arrow.kind}" data-owner="${arrow.owner ?? ""}"><path class="ob-arrow-line" d="M${from.x + ux * 20} ${from.y + uy * 20}L${neck.x} ${neck.y}"/>` +
    `<path class="ob-arrow-head" d="M${tip.x} ${tip.y}L${wing(1)}L${wing(-1)}Z"/></g>`
  );
}
