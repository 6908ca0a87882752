/** From what five cards are dealt, as a person chooses it. Pure: problems are told by the key of their text. */

import type { Card } from "../board/cards";
import type { Colour } from "../board/geometry";
import type { RulesJson, Setup } from "./client/wire";

export type DealKind = "any" | "deck" | "exact";

export interface DealChoice {
  kind: DealKind;
  /** Of the deck that is dealt from: names of cards. */
  deck: string[];
  /** How many of the five are wind cards, in games with the spirit. */
  winds: number;
  /** The exact deal by its places: Red's two, Blue's two, the side card. */
  places: (string | null)[];
  starter: Colour | "";
  /** Who may not light a lantern in its own first turn (R47), and who is Light (R51). */
  lanternRule: "both" | "starter";
  light: Colour;
  seed: string;
}

export interface DealProblem {
  key: string;
  values?: Record<string, number>;
}

export const PLACES = ["red-1", "red-2", "blue-1", "blue-2", "side"] as const;
const DEALT = 5;
const MOST_SEED = Number.MAX_SAFE_INTEGER;

export function newChoice(): DealChoice {
  return {
    kind: "any",
    deck: [],
    winds: 2,
    places: [null, null, null, null, null],
    starter: "",
    lanternRule: "both",
    light: "red",
    seed: "",
  };
}

/** The rules behind the name of a variant, to be dealt from another deck. */
export function rulesOf(variant: string): RulesJson {
  return {
    deck: null,
    spirit: variant.includes("wind"),
    wind_cards: null,
    hidden: (/(shadow|light)/.exec(variant)?.[1] as "shadow" | "light" | undefined) ?? null,
  };
}

/** The sets that a variant is usually dealt from. */
export function usualSets(variant: string): string[] {
  if (variant === "senseis-path") return ["senseis-path"];
  return rulesOf(variant).spirit ? ["base", "way-of-the-wind"] : ["base"];
}

export function namesOfSets(cards: Iterable<Card>, sets: readonly string[]): string[] {
  return [...cards].filter((card) => sets.includes(card.set)).map((card) => card.name);
}

/** Whether a card can be in a game of a variant: wind cards move the spirit. */
export function fits(card: Card, variant: string): boolean {
  return card.kind !== "wind" || rulesOf(variant).spirit;
}

/** What keeps the game from being dealt; null if nothing does. */
export function problemOf(choice: DealChoice, variant: string, cards: ReadonlyMap<string, Card>): DealProblem | null {
  const seed = choice.seed.trim();
  if (choice.kind === "exact") {
    const missing = choice.places.filter((name) => name === null).length;
    return missing > 0 ? { key: "deal.missing", values: { count: missing } } : null;
  }
  if (seed && !(/^\d+$/.test(seed) && Number(seed) <= MOST_SEED)) return { key: "deal.bad-seed" };
  if (choice.kind === "any") return null;
  const chosen = [...cards.values()].filter((card) => choice.deck.includes(card.name) && fits(card, variant));
  const winds = chosen.filter((card) => card.kind === "wind").length;
  const needed = rulesOf(variant).spirit ? choice.winds : 0;
  if (winds < needed) return { key: "deal.few-winds", values: { needed, found: winds } };
  const moves = chosen.length - winds;
  if (moves < DEALT - needed) return { key: "deal.few", values: { needed: DEALT - needed, found: moves } };
  return null;
}

/** The rules as they are chosen: the name of the variant where nothing differs from it. */
function chosenRules(choice: DealChoice, variant: string, deck: string[] | null): Setup["rules"] {
  const usual = rulesOf(variant);
  const hasWinds = usual.spirit && choice.kind !== "exact" && choice.winds !== 2;
  const hasLanterns = usual.hidden !== null && choice.lanternRule !== "both";
  const isTurned = usual.hidden === "light" && choice.light !== "red";
  if (!deck && !hasWinds && !hasLanterns && !isTurned) return variant;
  return {
    ...usual,
    deck,
    wind_cards: usual.spirit && choice.kind !== "exact" ? choice.winds : null,
    ...(hasLanterns ? { lantern_rule: choice.lanternRule } : {}),
    ...(isTurned ? { light_player: choice.light } : {}),
  };
}

/** The part of a setup that says what is dealt. */
export function setupOf(choice: DealChoice, variant: string, cards: ReadonlyMap<string, Card>): Partial<Setup> {
  if (choice.kind === "exact") {
    const [redOne, redTwo, blueOne, blueTwo, side] = choice.places.map((name) => slugFor(cards, name ?? ""));
    const deal = `${redOne},${redTwo}/${blueOne},${blueTwo}/${side}`;
    const starts = choice.starter && rulesOf(variant).hidden !== "light" ? { starter: choice.starter } : {};
    return { rules: chosenRules(choice, variant, null), deal, ...starts };
  }
  const seed = choice.seed.trim() ? { seed: Number(choice.seed) } : {};
  const deck =
    choice.kind === "deck"
      ? [...cards.values()].filter((card) => choice.deck.includes(card.name) && fits(card, variant))
      : null;
  return { rules: chosenRules(choice, variant, deck?.map((card) => card.name) ?? null), ...seed };
}

function slugFor(cards: ReadonlyMap<string, Card>, name: string): string {
  return [...cards.values()].find((card) => card.name === name)?.slug ?? name;
}
