/** The pieces, each an element of its own that stays the same while its piece lives, so that it glides. */

import { pieceArt } from "./art";
import { spotOf, type Colour, type Square } from "./geometry";
import { SQUARE } from "./layout";
import { traceOf } from "./steps";
import { svgElement } from "./svg";
import type { Piece } from "./view";

interface Shown {
  piece: Piece;
  element: SVGGElement;
}

/** How long a captured piece may be seen to go. */
const GOING_MS = 420;

export class PieceLayer {
  readonly element = svgElement("g", { class: "ob-pieces", "aria-hidden": "true" });
  private shown: Shown[] = [];

  /**
   * Shows these pieces and nothing else.
   *
   * @param pieces - what stands where.
   * @param seat - who looks.
   * @param last - the latest turn: it says which piece went where when two alike have moved.
   */
  show(pieces: readonly Piece[], seat: Colour, last: string | null): void {
    const { kept, left } = this.match(pieces, last);
    for (const { element } of left) {
      element.classList.add("ob-gone");
      setTimeout(() => element.remove(), GOING_MS);
    }
    const moved = kept.filter(({ before, now }) => before && before.square !== now.square);
    this.shown = kept.map(({ before, element, now }) => this.draw(before, element, now));
    const firstMoved = moved[0]?.element;
    if (firstMoved) {
      // Moving pieces pass above the others. They are not put in anew themselves: that would stop them gliding.
      for (const one of this.shown) {
        if (!moved.some(({ element }) => element === one.element)) this.element.insertBefore(one.element, firstMoved);
      }
    }
    for (const one of this.shown) {
      const together = this.shown.filter(({ piece }) => piece.square === one.piece.square);
      one.element.style.transform = placed(one.piece.square, seat, together.indexOf(one), together.length);
    }
  }

  /** The element of the piece on a square, to be dragged. */
  on(square: Square): SVGGElement | null {
    return this.shown.find(({ piece }) => piece.square === square)?.element ?? null;
  }

  private draw(before: Piece | null, element: SVGGElement | null, piece: Piece): Shown {
    const drawn = element ?? svgElement("g", { class: "ob-piece" });
    if (!element || before?.isHidden !== piece.isHidden) {
      drawn.innerHTML = `<g class="ob-piece-art">${pieceArt(piece)}</g>`;
    }
    drawn.dataset.piece = piece.owner === null ? piece.kind : `${piece.owner}-${piece.kind}`;
    drawn.dataset.square = piece.square;
    if (!element) this.element.append(drawn);
    return { piece, element: drawn };
  }

  private match(pieces: readonly Piece[], last: string | null) {
    const free = [...this.shown];
    const take = (fits: (one: Piece) => boolean): Shown | null => {
      const index = free.findIndex(({ piece }) => fits(piece));
      return index < 0 ? null : (free.splice(index, 1)[0] ?? null);
    };
    const alike = (one: Piece, two: Piece): boolean => one.kind === two.kind && one.owner === two.owner;
    const found = new Map<Piece, Shown>();
    const trace = traceOf(last ?? "");
    const rounds: ((old: Piece, now: Piece) => boolean)[] = [
      (old, now) => old.square === now.square,
      (old, now) =>
        trace.origins.some((origin, i) => old.square === origin && now.square === trace.targets[i]) ||
        trace.origins.some((origin, i) => now.square === origin && old.square === trace.targets[i]),
      () => true,
    ];
    for (const fits of rounds) {
      for (const now of pieces) {
        if (found.has(now)) continue;
        const old = take((one) => alike(one, now) && fits(one, now));
        if (old) found.set(now, old);
      }
    }
    const kept = pieces.map((now) => {
      const old = found.get(now);
      return { now, before: old?.piece ?? null, element: old?.element ?? null };
    });
    return { kept, left: free };
  }
}

/** Where a piece is drawn; two that share a square stand beside each other. */
function placed(square: Square, seat: Colour, index: number, count: number): string {
  const { column, row } = spotOf(square, seat);
  const shift = count > 1 ? (index - (count - 1) / 2) * 40 : 0;
  const at = `translate(${(column + 0.5) * SQUARE + shift}px, ${(row + 0.5) * SQUARE + shift / 2}px)`;
  return count > 1 ? `${at} scale(.72)` : at;
}
