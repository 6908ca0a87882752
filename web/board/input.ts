/** Presses, drags and keys on squares and lines. */

import { LANTERN } from "./art";
import { FILES, RANKS, SQUARES, spotOf, squareAt, type Colour, type Square } from "./geometry";
import { corner } from "./ground";
import { FRAME, SQUARE } from "./layout";
import { setAttributes, svgElement } from "./svg";

interface SquareTasks {
  press: (square: Square) => void;
  mayDrag: (square: Square) => boolean;
  isChosen: (square: Square) => boolean;
  pieceOn: (square: Square) => SVGGElement | null;
  seat: () => Colour;
  /** After a drag that led nowhere: put the piece back. */
  dropped: () => void;
}

/** What a square is just now, for who cannot see it. */
interface SquareLook {
  label: string;
  isOpen: boolean;
  isPressed: boolean;
}

interface Drag {
  square: Square;
  pointer: number;
  x: number;
  y: number;
  wasChosen: boolean;
  hasMoved: boolean;
  piece: SVGGElement | null;
}

/** From how many pixels on a press is a drag. */
const SLACK_PX = 6;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Calls back when an element that matches is pressed, by pointer or key. */
export function follow(root: SVGElement, selector: string, press: (element: SVGElement) => void): void {
  const find = (event: Event): SVGElement | null => (event.target as Element).closest<SVGElement>(selector);
  root.addEventListener("click", (event) => {
    const element = find(event);
    if (element) press(element);
  });
  root.addEventListener("keydown", (event) => {
    const element = find(event);
    if (!element || event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    press(element);
  });
}

/** The 25 squares as buttons, of which the Tab key reaches one and the arrow keys the others. */
export class SquareInput {
  readonly element = svgElement("g", { class: "ob-hits" });
  private readonly buttons = new Map<Square, SVGGElement>();
  private current: Square = "c1";
  private drag: Drag | null = null;

  constructor(private readonly tasks: SquareTasks) {
    for (const square of SQUARES) {
      const rect = `<rect width="${SQUARE - 4}" height="${SQUARE - 4}" x="2" y="2" rx="6"/>`;
      const button = svgElement("g", { class: "ob-hit", role: "button", "data-square": square }, rect);
      button.addEventListener("focus", () => this.rove(square));
      this.buttons.set(square, button);
    }
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.element.addEventListener("pointerdown", (event) => this.onDown(event));
    this.element.addEventListener("pointermove", (event) => this.onMove(event));
    this.element.addEventListener("pointerup", (event) => this.onUp(event));
    this.element.addEventListener("pointercancel", () => this.letGo());
  }

  /** Puts the squares where they are from a seat, in the order in which they are read. */
  seat(seat: Colour): void {
    for (const square of inReadingOrder(seat)) {
      const button = this.buttons.get(square);
      const { x, y } = corner(square, seat);
      button?.setAttribute("transform", `translate(${x} ${y})`);
      if (button) this.element.append(button);
    }
    this.rove(seat === "red" ? "c1" : "c5");
  }

  label(lookOf: (square: Square) => SquareLook): void {
    for (const [square, button] of this.buttons) {
      const look = lookOf(square);
      button.classList.toggle("ob-open", look.isOpen);
      setAttributes(button, {
        "aria-label": look.label,
        "aria-disabled": look.isOpen ? null : "true",
        "aria-pressed": look.isPressed ? "true" : null,
        tabindex: square === this.current ? 0 : -1,
      });
    }
  }

  private rove(square: Square): void {
    this.buttons.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = square;
    this.buttons.get(square)?.setAttribute("tabindex", "0");
  }

  private onKey(event: KeyboardEvent): void {
    const square = squareOf(event);
    if (!square) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const { column, row } = spotOf(square, this.tasks.seat());
      const next = squareAt(column + arrow[0], row + arrow[1], this.tasks.seat());
      if (next) this.buttons.get(next)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) this.tasks.press(square);
    } else return;
    event.preventDefault();
  }

  private onDown(event: PointerEvent): void {
    const square = squareOf(event);
    if (!square || event.button !== 0 || this.drag) return;
    const mayDrag = this.tasks.mayDrag(square);
    const wasChosen = this.tasks.isChosen(square);
    // Its own piece lights up at once; whether it was a press or a drag is seen later.
    if (mayDrag && !wasChosen) this.tasks.press(square);
    const isOurs = mayDrag && this.tasks.isChosen(square);
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.drag = {
      square,
      pointer,
      x,
      y,
      wasChosen: wasChosen || !isOurs,
      hasMoved: false,
      piece: isOurs ? this.tasks.pieceOn(square) : null,
    };
    this.element.setPointerCapture(pointer);
  }

  private onMove(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag || drag.pointer !== event.pointerId || !drag.piece) return;
    if (!drag.hasMoved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK_PX) return;
    drag.hasMoved = true;
    const at = this.pointOf(event);
    drag.piece.classList.add("ob-dragged");
    drag.piece.style.transform = `translate(${at.x}px, ${at.y}px)`;
  }

  private onUp(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    this.letGo();
    const at = this.pointOf(event);
    const square = squareAt(Math.floor(at.x / SQUARE), Math.floor(at.y / SQUARE), this.tasks.seat());
    if (!drag.hasMoved) {
      if (drag.wasChosen && square === drag.square) this.tasks.press(square);
      return;
    }
    if (square && square !== drag.square) this.tasks.press(square);
    else this.tasks.dropped();
  }

  private letGo(): void {
    this.drag?.piece?.classList.remove("ob-dragged");
    this.drag = null;
  }

  /** Where a pointer is, in the board's own units. */
  private pointOf(event: PointerEvent): DOMPoint {
    const matrix = this.element.getScreenCTM()?.inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  }
}

/** A lantern at the end of each column and row, while one may be lit. */
export class LineInput {
  readonly element = svgElement("g", { class: "ob-lines" });
  private readonly buttons = new Map<string, SVGGElement>();

  constructor(press: (line: string) => void) {
    for (const line of [...FILES, ...RANKS]) {
      this.buttons.set(line, svgElement("g", { class: "ob-line", role: "button", tabindex: 0, "data-line": line }));
    }
    follow(this.element, "[data-line]", (element) => press(element.dataset.line ?? ""));
  }

  seat(seat: Colour): void {
    for (const [line, button] of this.buttons) {
      const isFile = line >= "a";
      const n = isFile ? spotOf(`${line}1`, seat).column : spotOf(`a${line}`, seat).row;
      const along = n * SQUARE;
      const [x, y, width, height] = isFile ? [along, 0, SQUARE, 5 * SQUARE] : [0, along, 5 * SQUARE, SQUARE];
      const [lx, ly] = isFile ? [along + SQUARE / 2, 5 * SQUARE] : [0, along + SQUARE / 2];
      button.innerHTML =
        `<rect class="ob-line-beam" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>` +
        `<rect class="ob-line-hit" x="${lx - (isFile ? 50 : FRAME)}" y="${ly - (isFile ? 40 : 50)}" width="${isFile ? 100 : 70}" height="${isFile ? 70 : 100}"/>` +
        `<g transform="translate(${lx} ${ly}) scale(.5)">${LANTERN}</g>`;
    }
  }

  show(lines: readonly string[], labelOf: (line: string) => string): void {
    for (const [line, button] of this.buttons) {
      if (!lines.includes(line)) {
        button.remove();
        continue;
      }
      button.setAttribute("aria-label", labelOf(line));
      if (!button.parentNode) this.element.append(button);
    }
  }
}

function squareOf(event: Event): Square | null {
  return (event.target as Element).closest<SVGElement>("[data-square]")?.dataset.square ?? null;
}

function inReadingOrder(seat: Colour): Square[] {
  const order = (square: Square): number => spotOf(square, seat).row * 5 + spotOf(square, seat).column;
  return [...SQUARES].sort((one, two) => order(one) - order(two));
}
