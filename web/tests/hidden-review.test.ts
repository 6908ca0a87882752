/** A game with hidden ninjas looked back at: what each side could think, what happened, and where it turned. */

import { describe, expect, test } from "vitest";
import { latest, moments, thoughtOf, thoughts, turnedAt, type Belief } from "../app/analysis/hidden-review";
import { lineThrough, plant, turnsOf, type Shown } from "../app/analysis/tree";
import type { Colour } from "../board/geometry";
import type { Side, View } from "../board/view";

const red: Side = { master: "c1", students: ["a1", "b1", "d1", "e1"], ninjas: ["b2"], revealed: [], lanterns: 2 };
const blue: Side = { master: "c5", students: ["a5", "b5", "d5", "e5"], ninjas: ["d4"], revealed: [], lanterns: 2 };
const VIEW: View = {
  viewer: null,
  rules: { spirit: false, hidden: "shadow" },
  red,
  blue,
  spirit: null,
  hands: { red: ["Tiger", "Crab"], blue: ["Horse", "Elephant"] },
  side: "Ox",
  to_move: "red",
  turn_number: 1,
  ninjas_alive: { red: 1, blue: 1 },
  legal_steps: [],
  outcome: null,
};

const shown = (to_move: Colour, more: Partial<View> = {}, threats: string[] = []): Shown => ({
  position: "",
  view: { ...VIEW, to_move, ...more },
  threats,
});
const inTurn = (to_move: Colour, phase: "ninja" | "lantern"): Partial<View> => ({
  to_move,
  turn: { phase, card: "Tiger", spirit_due: false },
});

const seen = { ...blue, revealed: ["d4"] };
const game = plant(shown("red"), [
  { step: "tiger:c1c3", ...shown("red", inTurn("red", "ninja")) },
  { step: "ninja:b2c3!", ...shown("red", inTurn("red", "lantern")) },
  { step: "lantern:d", ...shown("blue", { blue: seen }, ["blue: ox:b5c3 takes the master"]) },
  { step: "horse:e5e4", ...shown("blue", inTurn("blue", "lantern")) },
  { step: "lantern:a", ...shown("red", { blue: seen }) },
  {
    step: "crab:d1d4",
    ...shown("blue", {
      blue: { ...blue, ninjas: [] },
      ninjas_alive: { red: 1, blue: 0 },
      outcome: { winner: "red", by: "stone" },
    }),
  },
]);
const turns = turnsOf(lineThrough(game, 0));
const beliefs: (Belief | null)[] = [{ d4: 0.25, b4: 0.5 }, null, null, { b2: 1 }, null, null, null];

describe("a hidden game looked back at", () => {
  test("says what each side could think before its turn, beside the truth", () => {
    const all = thoughts(turns, beliefs);
    expect(all).toMatchObject([
      { player: "red", likeliest: "b4", truth: ["d4"], truthChance: 0.25 },
      { player: "blue", likeliest: "b2", truth: ["b2"], truthChance: 1 },
      null,
    ]);
    expect(latest(all, 1, "red")).toBe(all[0]);
    expect(latest(all, 0, "blue")).toBeNull();
    expect(thoughtOf({ ...VIEW, blue: seen }, { d4: 1 })).toBeNull();
  });

  test("tells what happened, and the win that was let go", () => {
    const found = moments(turns, thoughts(turns, beliefs), []);
    expect(found.map((one) => one.incidents)).toEqual([
      [{ kind: "seen", squares: ["d4"] }, { kind: "in-vain" }],
      [{ kind: "dark" }],
      [{ kind: "ninja" }],
    ]);
    expect(found.map((one) => one.missedWin)).toEqual([null, "ox:b5c3", null]);
    expect(turnedAt(found, "red")).toBe(found[1]);
    expect(turnedAt(found.slice(2), "red")).toBe(found[2]);
    expect(turnedAt(found, null)).toBeNull();
  });

  test("the loser's worst turn decides where no win was let go", () => {
    const finding = (index: number, before: number, after: number) =>
      ({ index, player: "blue", weight: "mistake", before, after, better: "x", change: null, cameBack: null }) as const;
    const plain = turns.map((turn) => ({ ...turn, before: { ...turn.before, threats: [] } }));
    const found = moments(plain, [], [finding(1, 0.6, 0.3)]);
    expect(turnedAt(found, "red")?.index).toBe(1);
    expect(turnedAt(found, "red")?.finding?.better).toBe("x");
  });
});
