/**
 * The board with its five cards: a widget that knows no rule and is given its legal steps.
 *
 * It is played with two presses, by dragging, and with the keyboard. It changes nothing by itself: it says which step
 * was chosen, and shows what it is told next.
 */

import { CardLayer, sideOutlines, type CardLook, type Lying } from "./card-layer";
import type { Card } from "./cards";
import {
  cancel,
  firstChoice,
  origins,
  places,
  pressCard,
  pressSquare,
  targets,
  type Choice,
  type Pressed,
} from "./choice";
import { TEMPLES, type Colour, type Square } from "./geometry";
import { arrowArt, beam, groundArt, patch, shade, targetArt, type Arrow } from "./ground";
import { SquareInput, LineInput, follow } from "./input";
import { FRAME, TALL, layoutFor, type Layout } from "./layout";
import { PieceLayer } from "./piece-layer";
import { parseSteps, traceOf, type Action } from "./steps";
import { setAttributes, svgElement } from "./svg";
import { piecesOf, slugOf, type View } from "./view";
import { cardInWords, squareLabel, type Say } from "./words";

export interface BoardState {
  /** What is seen. */
  view: View;
  /** Who looks: the own home row is nearest. */
  seat: Colour;
  /** The steps that may be chosen; none to look only. */
  legal: readonly string[];
  /** Changes with everything that happens; what was chosen before it is void. */
  moment: string;
  /** The latest turn, as its reader may know it. */
  last: string | null;
  /** Drawn over the board: hints, threats, what is proposed. */
  arrows: readonly Arrow[];
  /** Squares on which the viewer's ninjas are put aside while the other still places. */
  aside: readonly Square[];
  /** Whether to ask for the card, the piece and the destination, one after the other. */
  asksInOrder?: boolean;
  /** How likely something unseen is on a square, from 0 to 1. */
  chances?: Readonly<Record<Square, number>>;
}

/** What is to be decided besides the board, in words. */
export interface Prompt {
  text: string;
  choices: { label: string; press: () => void }[];
}

export interface BoardOptions {
  cards: ReadonlyMap<string, Card>;
  say: Say;
  nameOf: (card: Card) => string;
  onStep: (step: string) => void;
  /** Told whenever it changes; null when there is nothing to decide besides the board. */
  onPrompt: (prompt: Prompt | null) => void;
}

export class Board {
  private state: BoardState | null = null;
  private actions: Action[] = [];
  private choice: Choice = firstChoice([]);
  private layout: Layout = TALL;
  private prompted = "";
  /** Between a choice and what comes of it nothing can be chosen: a double click must not play twice. */
  private isLocked = false;

  private readonly svg = svgElement("svg", { class: "ob ob-still", role: "group", focusable: "false" });
  private readonly slots = svgElement("g", { "aria-hidden": "true" });
  private readonly table = svgElement("g");
  private readonly ground = svgElement("g", { "aria-hidden": "true" });
  private readonly field = svgElement("g", { transform: `translate(${FRAME} ${FRAME})` });
  private readonly marks = svgElement("g", { "aria-hidden": "true" });
  private readonly pieces = new PieceLayer();
  private readonly above = svgElement("g", { class: "ob-above", "aria-hidden": "true" });
  private readonly squares = new SquareInput({
    press: (square) => this.pressed((actions, choice) => pressSquare(actions, choice, square)),
    mayDrag: (square) => !this.isLocked && origins(this.actions, { ...this.choice, card: null }).has(square),
    isChosen: (square) => this.choice.from === square,
    pieceOn: (square) => this.pieces.on(square),
    seat: () => this.state?.seat ?? "red",
    dropped: () => this.draw(),
  });
  private readonly lines = new LineInput((line) =>
    this.play(this.actions.find((one) => one.kind === "line" && one.line === line)?.step),
  );
  private readonly cards: CardLayer;
  private readonly watcher: ResizeObserver;

  constructor(
    private readonly host: HTMLElement,
    private readonly options: BoardOptions,
  ) {
    this.cards = new CardLayer(options.cards, options.nameOf);
    this.field.append(this.marks, this.pieces.element, this.above, this.squares.element, this.lines.element);
    this.table.append(this.ground, this.field);
    this.svg.append(this.slots, this.table, this.cards.element);
    this.svg.setAttribute("aria-label", options.say("board.name"));
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
    follow(this.cards.element, "[data-card]", (element) =>
      this.pressed((actions, choice) => pressCard(actions, choice, element.dataset.card ?? "")),
    );
    host.append(this.svg);
    this.watcher = new ResizeObserver(() => this.arrange());
    this.watcher.observe(host);
  }

  destroy(): void {
    this.watcher.disconnect();
    this.svg.remove();
  }

  /** Shows a state; what was half chosen is kept if nothing has happened since. */
  set(state: BoardState): void {
    const isNew = this.state?.moment !== state.moment || this.state.legal.join() !== state.legal.join();
    const isFirst = this.state === null;
    const seatChanged = this.state?.seat !== state.seat;
    this.state = state;
    this.svg.dataset["moment"] = state.moment;
    if (isNew) {
      this.actions = parseSteps(state.legal);
      this.choice = firstChoice(this.actions);
      this.isLocked = false;
    }
    if (seatChanged) {
      this.ground.innerHTML = groundArt(state.seat);
      this.squares.seat(state.seat);
      this.lines.seat(state.seat);
    }
    if (isFirst) this.arrange();
    else this.draw();
    if (isFirst) requestAnimationFrame(() => requestAnimationFrame(() => this.svg.classList.remove("ob-still")));
  }

  /** After a refusal: the same steps can be chosen again. */
  unlock(): void {
    this.isLocked = false;
    this.draw();
  }

  // Choosing

  private pressed(press: (actions: readonly Action[], choice: Choice) => Pressed): void {
    if (this.isLocked || this.actions.length === 0) return;
    const { choice, step } = press(this.actions, this.choice);
    this.choice = choice;
    if (step) this.play(step);
    else this.draw();
  }

  private play(step: string | undefined): void {
    if (step === undefined || this.isLocked) return;
    this.isLocked = true;
    this.choice = firstChoice([]);
    this.draw();
    this.options.onStep(step);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this.isLocked) return;
    this.choice = cancel(this.actions);
    this.draw();
    event.preventDefault();
  }

  // Drawing

  private arrange(): void {
    const { clientWidth, clientHeight } = this.host;
    this.layout = clientWidth > 0 && clientHeight > 0 ? layoutFor(clientWidth, clientHeight) : TALL;
    const { width, height, board, name } = this.layout;
    setAttributes(this.svg, { viewBox: `0 0 ${width} ${height}`, "data-layout": name });
    this.table.setAttribute("transform", `translate(${board.x} ${board.y})`);
    this.slots.innerHTML = sideOutlines(this.layout);
    this.draw();
  }

  private draw(): void {
    const state = this.state;
    if (!state) return;
    const { view, seat } = state;
    const pieces = piecesOf(view);
    for (const square of state.aside) {
      if (view.viewer && !pieces.some((one) => one.kind === "ninja" && one.square === square))
        pieces.push({ kind: "ninja", owner: view.viewer, square, isHidden: true });
    }
    const open = this.isLocked ? [] : this.actions;
    const reach = targets(open, this.choice);
    const starts = origins(open, this.choice);
    const free = places(open, this.choice);
    const trace = traceOf(state.last ?? "");
    this.marks.innerHTML = [
      ...Object.entries(state.chances ?? {}).map(([square, chance]) => shade(square, seat, chance)),
      ...trace.lines.map((line) => beam(line, seat, "ob-beam")),
      ...trace.origins.map((square) => patch(square, seat, "ob-from")),
      ...trace.targets.map((square) => patch(square, seat, "ob-to")),
      ...[...starts].map((square) => patch(square, seat, "ob-origin")),
      ...(this.choice.from ? [patch(this.choice.from, seat, "ob-selected")] : []),
      ...this.choice.placed.map((square) => patch(square, seat, "ob-selected")),
    ].join("");
    this.pieces.show(pieces, seat, state.last);
    const isTaken = (square: Square): boolean => pieces.some((one) => one.square === square);
    this.above.innerHTML = [
      ...[...reach].map(([square, actions]) => targetArt(square, seat, isTaken(square), this.handPlaces(actions))),
      ...[...free].map((square) => targetArt(square, seat, isTaken(square), [])),
      ...state.arrows.map((arrow) => arrowArt(arrow, seat)),
    ].join("");
    this.cards.show(view, seat, this.layout, (lying) => this.lookOf(view, lying, open, trace.card));
    this.squares.label((square) => ({
      label: squareLabel(this.options.say, {
        square,
        pieces: pieces.filter((one) => one.square === square),
        isTemple: Object.values(TEMPLES).includes(square),
        isOrigin: starts.has(square),
        isChosen: this.choice.from === square || this.choice.placed.includes(square),
        by:
          reach
            .get(square)
            ?.map((one) => (one.kind === "move" ? this.nameOf(one.card) : ""))
            .filter(Boolean) ?? null,
        isPlace: free.has(square),
        chance: state.chances?.[square] ?? 0,
      }),
      isOpen: starts.has(square) || reach.has(square) || free.has(square),
      isPressed: this.choice.from === square || this.choice.placed.includes(square),
    }));
    this.lines.show(
      open.flatMap((one) => (one.kind === "line" ? [one.line] : [])),
      (line) => this.options.say("board.light-line", { line }),
    );
    this.prompt(open);
  }

  /** The places in the hand of the cards that allow these actions. */
  private handPlaces(actions: readonly Action[]): number[] {
    const state = this.state;
    if (!state) return [];
    const names = actions.flatMap((one) => (one.kind === "move" ? [one.card] : []));
    const found = this.cards.handPlaces(state.view.to_move, names);
    return [...new Set(found)].sort();
  }

  private lookOf(view: View, lying: Lying, open: readonly Action[], last: string | null): CardLook {
    const asked = this.choice.ask.some((one) => "card" in one && one.card === lying.slug);
    const isMine = lying.place !== null && lying.owner === view.to_move;
    const isUsable = isMine && open.some((one) => "card" in one && one.card === lying.slug);
    const card = this.options.cards.get(lying.slug);
    const where = this.options.say(lying.place === null ? `board.side.${lying.owner}` : `board.hand.${lying.owner}`);
    return {
      isUsable,
      isChosen: isUsable && this.choice.card === lying.slug,
      isAsked: asked,
      isLast: lying.slug === last,
      isInUse: view.turn?.card !== undefined && view.turn.card !== null && slugOf(view.turn.card) === lying.slug,
      label: card ? `${this.options.nameOf(card)}, ${where}: ${cardInWords(this.options.say, card)}` : lying.slug,
    };
  }

  private nameOf(slug: string): string {
    const card = this.options.cards.get(slug);
    return card ? this.options.nameOf(card) : slug;
  }

  private prompt(open: readonly Action[]): void {
    const prompt = this.promptFor(open);
    const key = prompt ? [prompt.text, ...prompt.choices.map((one) => one.label)].join("\n") : "";
    if (key === this.prompted) return;
    this.prompted = key;
    this.options.onPrompt(prompt);
  }

  private promptFor(open: readonly Action[]): Prompt | null {
    const { say } = this.options;
    const button = (key: string, step: string, values = {}) => ({
      label: say(key, values),
      press: () => this.play(step),
    });
    if (this.choice.ask.length > 0) {
      const choices = this.choice.ask.map((one) => {
        if (one.kind === "move") return { label: this.nameOf(one.card), press: () => this.play(one.step) };
        return button(one.kind === "hop" && one.isChallenge ? "board.challenge" : "board.only-go", one.step);
      });
      const back = { label: say("board.back-out"), press: () => this.undo() };
      const isCards = this.choice.ask.every((one) => one.kind === "move");
      return { text: say(isCards ? "board.which-card" : "board.which-hop"), choices: [...choices, back] };
    }
    const passes = open.filter((one) => one.kind === "pass");
    if (passes.length > 0) {
      return {
        text: say("board.must-pass"),
        choices: passes.map((one) => button("board.give", one.step, { card: this.nameOf(one.card) })),
      };
    }
    const skip = open.find((one) => one.kind === "skip");
    const choices = skip ? [button(`board.skip.${skip.piece}`, skip.step)] : [];
    const hop = open.find((one) => one.kind === "hop");
    if (open.some((one) => one.kind === "line")) return { text: say("board.lantern"), choices };
    if (open.some((one) => one.kind === "place")) return { text: say("board.place"), choices };
    if (hop?.kind === "hop" || skip)
      return { text: say(hop?.piece === "spirit" ? "board.go-spirit" : "board.go-ninja"), choices };
    if (this.state?.asksInOrder && open.length > 0) {
      const next = this.choice.card === null ? "card" : this.choice.from === null ? "piece" : "target";
      return { text: say(`board.ask-${next}`), choices: [] };
    }
    return null;
  }

  private undo(): void {
    this.choice = cancel(this.actions);
    this.draw();
  }
}

/** A map of the cards by the name that steps use. */
export function cardsBySlug(cards: readonly Card[]): Map<string, Card> {
  return new Map(cards.map((card) => [card.slug, card]));
}
