/** The cards that are built in, and how they lie. */

import { describe, expect, it } from "vitest";
import cards from "virtual:cards";
import { lyingCards } from "../board/card-layer";
import { TALL, WIDE, turned, type Layout } from "../board/layout";
import { spotOf, squareAt } from "../board/geometry";
import { sideOwner, type View } from "../board/view";

const SIDE = { master: null, students: [], ninjas: [], revealed: [], lanterns: 0 };
const VIEW: View = {
  viewer: "red",
  rules: { spirit: false, hidden: null },
  red: SIDE,
  blue: SIDE,
  spirit: null,
  hands: { red: ["Ox", "Sea Snake"], blue: ["Horse", "Elephant"] },
  side: "Crab",
  to_move: "blue",
  turn_number: 1,
  ninjas_alive: { red: 0, blue: 0 },
  legal_steps: [],
  outcome: null,
};

describe("cards", () => {
  it("are read as their owner sees them", () => {
    const boar = cards.find((card) => card.slug === "boar");
    expect(boar?.grids).toEqual([
      {
        piece: "pawn",
        cells: [
          [0, 1],
          [-1, 0],
          [1, 0],
        ],
      },
    ]);
    expect(cards.filter((card) => card.set === "base")).toHaveLength(16);
  });

  it("lie with their owners, the side card with its next user", () => {
    expect(lyingCards(VIEW).map((one) => `${one.slug} ${one.owner} ${one.place}`)).toEqual([
      "ox red 0",
      "sea-snake red 1",
      "horse blue 0",
      "elephant blue 1",
      "crab blue null",
    ]);
  });

  it("are exchanged already while a lantern may be lit", () => {
    expect(sideOwner({ ...VIEW, turn: { phase: "lantern", card: null, spirit_due: false } })).toBe("red");
  });

  it.each([TALL, WIDE])(
    "lie on their owner's half, the side card at its next user's right: $name",
    (layout: Layout) => {
      const middle = { x: layout.width / 2, y: layout.height / 2 };
      for (const place of [...layout.hand, layout.side]) {
        expect(place.y).toBeGreaterThan(middle.y);
        expect(turned(place, layout).y).toBeLessThan(middle.y);
      }
      expect(layout.side.x).toBeGreaterThan(middle.x);
    },
  );
});

describe("seats", () => {
  it.each(["red", "blue"] as const)("%s has its home row nearest", (seat) => {
    expect(spotOf(seat === "red" ? "a1" : "e5", seat)).toEqual({ column: 0, row: 4 });
    expect(squareAt(0, 4, seat)).toBe(seat === "red" ? "a1" : "e5");
    expect(squareAt(5, 0, seat)).toBeNull();
  });
});
