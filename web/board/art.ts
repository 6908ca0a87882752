/**
 * The drawings: own artwork made of plain SVG shapes, each around its own origin and fitting a square of 100.
 * Whatever differs in colour differs in shape too: Red is round, Blue is square. Colours come from `board.css`.
 */

import type { Colour } from "./geometry";
import type { Piece } from "./view";

export function pieceArt(piece: Pick<Piece, "kind" | "owner" | "isHidden">): string {
  if (piece.kind === "spirit" || piece.owner === null) return SPIRIT;
  if (piece.kind === "ninja") return ninja(piece.owner, piece.isHidden);
  return piece.kind === "master" ? master(piece.owner) : student(piece.owner);
}

/** The outline of a player's pieces: round for Red, square for Blue. */
function body(colour: Colour, radius: number, look: string): string {
  if (colour === "red") return `<circle r="${radius}" ${look}/>`;
  const half = radius * 0.92;
  return `<rect x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}" rx="9" ${look}/>`;
}

function token(colour: Colour, radius: number): string {
  return (
    `<g transform="translate(1.5 4)">${body(colour, radius, 'fill="#000" fill-opacity=".28"')}</g>` +
    body(colour, radius, `fill="var(--ob-${colour}-deep)"`) +
    `<g transform="translate(0 -2)">${body(colour, radius - 2, `fill="var(--ob-${colour})"`)}</g>`
  );
}

function bust(fill: string): string {
  return `<g fill="${fill}"><circle cy="-12" r="8.5"/><path d="M-17 17C-17 2 -9 -3 0 -3S17 2 17 17Z"/></g>`;
}

function student(colour: Colour): string {
  return token(colour, 33) + bust("var(--ob-cream)");
}

/** Larger than a student, with a double edge, a wide hat and a robe. */
function master(colour: Colour): string {
  return (
    token(colour, 43) +
    `<g transform="translate(0 -2)">${body(colour, 36.5, 'fill="none" stroke="var(--ob-cream)" stroke-width="2.5" stroke-opacity=".85"')}` +
    `<g fill="var(--ob-cream)"><path d="M-23 25C-20 9 -12 2 0 2S20 9 23 25Z"/><path d="M0 -28L29 -3Q0 7 -29 -3Z"/></g>` +
    `<path d="M-29 -3Q0 7 29 -3M0 4V25" fill="none" stroke="var(--ob-${colour})" stroke-width="3"/></g>`
  );
}

/** Dark, with eyes in a hood; while it is hidden only a ghost with a broken edge. */
function ninja(colour: Colour, isHidden: boolean): string {
  const dash = isHidden ? 'stroke-dasharray="10 7"' : "";
  return (
    (isHidden ? "" : `<g transform="translate(1.5 4)">${body(colour, 35, 'fill="#000" fill-opacity=".28"')}</g>`) +
    body(
      colour,
      33,
      `fill="#241f1c" fill-opacity="${isHidden ? 0.38 : 1}" stroke="var(--ob-${colour})" stroke-width="5" ${dash}`,
    ) +
    `<path d="M-22 0Q0 -14 22 0Q17 13 0 10Q-17 13 -22 0Z" fill="var(--ob-cream)"/>` +
    `<circle cx="-9" cy="1.5" r="4" fill="#241f1c"/><circle cx="9" cy="1.5" r="4" fill="#241f1c"/>` +
    `<path d="M-24 -12Q0 -26 24 -12M20 -15L27 -25M20 -15L31 -17" fill="none" stroke="var(--ob-${colour})" stroke-width="4" stroke-linecap="round"/>`
  );
}

const DIAMOND = "M0 -42L42 0L0 42L-42 0Z";

/** Wind in a white diamond. */
const SPIRIT =
  `<path d="${DIAMOND}" transform="translate(1.5 4)" fill="#000" fill-opacity=".25"/>` +
  `<path d="${DIAMOND}" fill="var(--ob-cream)" stroke="var(--ob-jade)" stroke-width="5" stroke-linejoin="round"/>` +
  `<path d="M-1 1a5 5 0 0 1 10 0a10 10 0 0 1 -20 0a14 14 0 0 1 28 0a18 18 0 0 1 -18 18" fill="none" stroke="var(--ob-jade)" stroke-width="4.5" stroke-linecap="round"/>`;

/** A gate, filling its square so that it shows around a piece. */
export function templeArt(colour: Colour, isTurned: boolean): string {
  return (
    `<g fill="var(--ob-${colour})" fill-opacity=".5" transform="${isTurned ? "rotate(180)" : ""}">` +
    `<path d="M-46 -46Q0 -37 46 -46L44 -38Q0 -29 -44 -38Z"/>` +
    `<path d="M-38 -27H38V-22H-38ZM-32 -36H-25V46H-32ZM25 -36H32V46H25Z"/></g>`
  );
}

/** A player's stamp; hollow where it is in doubt. */
export function sealArt(colour: Colour, isSure: boolean): string {
  if (!isSure)
    return body(
      colour,
      38,
      `fill="none" stroke="var(--ob-${colour}-stamp)" stroke-width="10" stroke-dasharray="16 10"`,
    );
  const rays = "M14 0H26M-14 0H-26M0 14V26M0 -14V-26M10 10L18 18M-10 10L-18 18M10 -10L18 -18M-10 -10L-18 -18";
  return (
    body(colour, 44, `fill="var(--ob-${colour}-stamp)"`) +
    `<path d="${rays}" stroke="var(--ob-card)" stroke-width="6"/>`
  );
}

/** A paper lantern. */
export const LANTERN =
  `<path d="M-12 -30H12M-12 30H12M0 -44V-32" stroke="#8a5a12" stroke-width="6"/>` +
  `<ellipse rx="26" ry="29" fill="#eeb64f" stroke="#8a5a12" stroke-width="5"/>` +
  `<path d="M-10 -26Q-18 0 -10 26M10 -26Q18 0 10 26" fill="none" stroke="#8a5a12" stroke-width="2.5"/>`;

/** The piece that a card's grid is for. */
export function emblemArt(piece: string): string {
  switch (piece) {
    case "spirit":
      return SPIRIT;
    case "master":
      return `<g fill="var(--ob-ink)"><path d="M-26 30C-23 10 -14 3 0 3S23 10 26 30Z"/><path d="M0 -32L34 -4Q0 8 -34 -4Z"/></g>`;
    default:
      return `<g transform="scale(1.3)">${bust("var(--ob-ink)")}</g>`;
  }
}
