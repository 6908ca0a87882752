/** What is dealt: decks and exact deals, and in words what keeps them from being dealt. */

import { expect, test } from "vitest";
import cards from "virtual:cards";
import { namesOfSets, newChoice, problemOf, setupOf, usualSets } from "../app/deal";
import { cardsBySlug } from "../board/board";

const CARDS = cardsBySlug(cards);
const deck = (names: string[], variant = "base", winds = 2) => ({
  choice: { ...newChoice(), kind: "deck" as const, deck: names, winds },
  variant,
});

test("fewer than five cards are explained", () => {
  const { choice, variant } = deck(["Tiger", "Crab", "Ox", "Boar"]);
  expect(problemOf(choice, variant, CARDS)).toEqual({ key: "deal.few", values: { needed: 5, found: 4 } });
  const five = { ...choice, deck: [...choice.deck, "Eel"] };
  expect(problemOf(five, variant, CARDS)).toBeNull();
  expect(setupOf(five, variant, CARDS).rules).toMatchObject({ deck: ["Tiger", "Crab", "Boar", "Eel", "Ox"] });
});

test("wind cards count only where the spirit is, and as many as are dealt are needed", () => {
  const names = namesOfSets(cards, usualSets("way-of-the-wind"));
  expect(problemOf(deck(names).choice, "way-of-the-wind", CARDS)).toBeNull();
  expect(setupOf(deck(names).choice, "base", CARDS).rules).toMatchObject({ spirit: false, wind_cards: null });
  const few = deck(["Bat", "Tiger", "Crab", "Ox", "Boar", "Eel"], "way-of-the-wind");
  expect(problemOf(few.choice, few.variant, CARDS)?.key).toBe("deal.few-winds");
  expect(problemOf({ ...few.choice, winds: 1 }, few.variant, CARDS)).toBeNull();
});

test("an exact deal has five places, and a seed is a number", () => {
  const choice = { ...newChoice(), kind: "exact" as const };
  expect(problemOf(choice, "base", CARDS)).toEqual({ key: "deal.missing", values: { count: 5 } });
  choice.places = ["Tiger", "Crab", "Horse", "Elephant", "Ox"];
  expect(setupOf({ ...choice, starter: "red" }, "base", CARDS)).toEqual({
    rules: "base",
    deal: "tiger,crab/horse,elephant/ox",
    starter: "red",
  });
  expect(problemOf({ ...newChoice(), seed: "x" }, "base", CARDS)?.key).toBe("deal.bad-seed");
  expect(setupOf({ ...newChoice(), seed: " 7 " }, "base", CARDS)).toEqual({ rules: "base", seed: 7 });
});
