/** The five cards, each an element of its own that travels and turns when the card goes to somebody else. */

import { CARD_HEIGHT, CARD_WIDTH, cardArt } from "./card-art";
import type { Card } from "./cards";
import type { Colour } from "./geometry";
import { turned, type Layout, type Place } from "./layout";
import { setAttributes, svgElement } from "./svg";
import { sideOwner, slugOf, type View } from "./view";

/** What a card is just now. */
export interface CardLook {
  /** Whether it can be chosen. */
  isUsable: boolean;
  isChosen: boolean;
  /** Whether the board asks for this card or another. */
  isAsked: boolean;
  /** Whether the latest turn was played with it. */
  isLast: boolean;
  /** Whether the running turn is played with it. */
  isInUse: boolean;
  label: string;
}

export interface Lying {
  slug: string;
  /** Whom it is turned to. */
  owner: Colour;
  /** Its place in the owner's hand; null beside the board. */
  place: 0 | 1 | null;
}

/** How the five cards of a position lie. */
export function lyingCards(view: View): Lying[] {
  const hands = (["red", "blue"] as const).flatMap((owner) =>
    view.hands[owner].map((name, index): Lying => ({ slug: slugOf(name), owner, place: index === 0 ? 0 : 1 })),
  );
  return [...hands, { slug: slugOf(view.side), owner: sideOwner(view), place: null }];
}

export class CardLayer {
  readonly element = svgElement("g", { class: "ob-cards" });
  private readonly shown = new Map<string, SVGGElement>();
  /** Which place of its hand each card keeps while it stays there, so that no card jumps without a reason. */
  private readonly places = new Map<string, 0 | 1>();

  constructor(
    private readonly cards: ReadonlyMap<string, Card>,
    private readonly nameOf: (card: Card) => string,
  ) {}

  show(view: View, seat: Colour, layout: Layout, lookOf: (lying: Lying) => CardLook): void {
    const lying = this.steady(lyingCards(view));
    for (const [slug, element] of this.shown) {
      if (lying.some((one) => one.slug === slug)) continue;
      element.remove();
      this.shown.delete(slug);
    }
    for (const one of lying) {
      const element = this.shown.get(one.slug) ?? this.make(one.slug);
      const isFar = one.owner !== seat;
      const near = one.place === null ? layout.side : layout.hand[one.place];
      const at = isFar ? turned(near, layout) : near;
      element.style.transform = `translate(${at.x}px, ${at.y}px) rotate(${isFar ? 180 : 0}deg)`;
      this.mark(element, one, isFar, lookOf(one));
    }
  }

  /** In which places of a hand these cards lie. */
  handPlaces(owner: Colour, slugs: readonly string[]): (0 | 1)[] {
    return slugs.map((slug) => this.places.get(`${owner} ${slug}`) ?? 0);
  }

  private make(slug: string): SVGGElement {
    const card = this.cards.get(slug);
    const element = svgElement("g", { class: "ob-card" }, card ? cardArt(card, this.nameOf(card)) : "");
    element.dataset.card = slug;
    this.shown.set(slug, element);
    this.element.append(element);
    return element;
  }

  private mark(element: SVGGElement, lying: Lying, isFar: boolean, look: CardLook): void {
    element.dataset.owner = lying.owner;
    element.dataset.place = lying.place === null ? "side" : String(lying.place);
    element.classList.toggle("ob-far", isFar);
    for (const [name, isSo] of [
      ["ob-usable", look.isUsable],
      ["ob-chosen", look.isChosen],
      ["ob-asked", look.isAsked],
      ["ob-last", look.isLast],
      ["ob-in-use", look.isInUse],
    ] as const) {
      element.classList.toggle(name, isSo);
    }
    setAttributes(element, {
      role: look.isUsable ? "button" : "img",
      tabindex: look.isUsable ? 0 : null,
      "aria-pressed": look.isUsable ? String(look.isChosen) : null,
      "aria-label": look.label,
    });
  }

  /** Gives a new card the place in the hand that the used one has left. */
  private steady(cards: Lying[]): Lying[] {
    const inHand = cards.filter((one) => one.place !== null);
    for (const owner of ["red", "blue"] as const) {
      const hand = inHand.filter((one) => one.owner === owner);
      const known = hand.map((one) => this.places.get(`${owner} ${one.slug}`));
      if (known[0] !== undefined && known[0] !== known[1]) place(hand, known[0]);
      else if (known[1] !== undefined) place(hand, known[1] === 0 ? 1 : 0);
      else place(hand, 0);
    }
    this.places.clear();
    for (const one of inHand) if (one.place !== null) this.places.set(`${one.owner} ${one.slug}`, one.place);
    return cards;
  }
}

/** Puts the first card of a hand in a place and the second in the other one. */
function place(hand: Lying[], first: 0 | 1): void {
  if (hand[0]) hand[0].place = first;
  if (hand[1]) hand[1].place = first === 0 ? 1 : 0;
}

/** Outlines where the side card can lie, at each player's right. */
export function sideOutlines(layout: Layout): string {
  const outline = ({ x, y }: Place): string =>
    `<rect class="ob-slot" x="${x - CARD_WIDTH / 2 + 2}" y="${y - CARD_HEIGHT / 2 + 2}" width="${CARD_WIDTH - 4}" height="${CARD_HEIGHT - 4}" rx="11"/>`;
  return outline(layout.side) + outline(turned(layout.side, layout));
}
