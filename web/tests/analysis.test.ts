/** The analysis board without its page: what was tried, positions set up, verdicts, and a game looked back at. */

import { describe, expect, test } from "vitest";
import { askedIn, addressOf } from "../app/analysis/address";
import { arrowsOf } from "../app/analysis/arrows";
import { cleared, draftOf, fresh, kindOf, put, toolsOf, withPlaces, placesOf } from "../app/analysis/edit";
import { findings, judged, shares, turningPoint, type Judgement } from "../app/analysis/review";
import {
  branches,
  cut,
  goTo,
  grow,
  lineThrough,
  pathTo,
  plant,
  promote,
  turnsOf,
  type Shown,
} from "../app/analysis/tree";
import { verdictInWords, verdictOf } from "../app/score";
import type { Colour } from "../board/geometry";
import type { View } from "../board/view";

const NONE = { ninjas: [], revealed: [], lanterns: 0 };
const VIEW: View = {
  viewer: null,
  rules: { spirit: false, hidden: null },
  red: { master: "c1", students: ["a1", "b1", "d1", "e1"], ...NONE },
  blue: { master: "c5", students: ["a5", "b5", "d5", "e5"], ...NONE },
  spirit: null,
  hands: { red: ["Tiger", "Crab"], blue: ["Horse", "Elephant"] },
  side: "Ox",
  to_move: "red",
  turn_number: 1,
  ninjas_alive: { red: 0, blue: 0 },
  legal_steps: [],
  outcome: null,
};

function shown(position: string, to_move: Colour = "red", more: Partial<View> = {}): Shown {
  return { position, view: { ...VIEW, to_move, ...more }, threats: [] };
}

describe("the tree of what was tried", () => {
  const start = plant(shown("0"), [
    { step: "tiger:c1c3", ...shown("1", "blue") },
    { step: "horse:c5c4", ...shown("2") },
  ]);

  test("goes on where it was before, and branches elsewhere", () => {
    const back = goTo(start, 0);
    expect(grow(back, "tiger:c1c3", shown("1", "blue"))).toEqual({ ...start, at: 1 });
    const other = grow(back, "crab:c1c2", shown("3", "blue"));
    expect(lineThrough(other, other.at).map((one) => one.position)).toEqual(["0", "3"]);
    expect(branches(other, lineThrough(other, other.at)).map(({ to }) => to.step)).toEqual(["tiger:c1c3"]);
    expect(lineThrough(other, 0).map((one) => one.position)).toEqual(["0", "1", "2"]);
    expect(lineThrough(promote(other), 0).map((one) => one.position)).toEqual(["0", "3"]);
  });

  test("what is cut out is gone with all that followed", () => {
    const left = cut(goTo(start, 1));
    expect([...left.nodes.keys()]).toEqual([0]);
    expect(left.at).toBe(0);
    expect(cut(left)).toBe(left);
  });

  test("steps of one turn stand together", () => {
    const inTurn = shown("1", "red", { turn: { phase: "spirit", card: "Bat", spirit_due: true } });
    const wind = plant(shown("0"), [
      { step: "bat:c1c2", ...inTurn },
      { step: "spirit:c3c4", ...shown("2", "blue") },
      { step: "ox:c5c4", ...shown("3") },
    ]);
    expect(turnsOf(pathTo(wind, wind.at)).map((turn) => turn.text)).toEqual(["bat:c1c2 spirit:c3c4", "ox:c5c4"]);
  });

  test("an address leads back to it", () => {
    const asked = askedIn(new URL(addressOf(start), "http://x").search);
    expect(asked).toMatchObject({ position: "0", moves: ["tiger:c1c3", "horse:c5c4"], room: null, isReview: false });
    expect(askedIn("?room=abc&game=2&review=1")).toMatchObject({ room: "abc", game: 2, isReview: true });
  });
});

describe("setting up", () => {
  const draft = draftOf(VIEW);

  test("a piece is put, moved and taken away", () => {
    expect(put(draft, "red-master", "c3").red.master).toBe("c3");
    expect(put(draft, "blue-student", "c1").red.master).toBeNull();
    expect(put(draft, "red-student", "a1").red.students).toEqual(["b1", "d1", "e1"]);
    expect(put(cleared(draft), "erase", "a1")).toEqual(cleared(draft));
  });

  test("every way of playing has its tools and its first position", () => {
    expect(toolsOf(draft)).not.toContain("spirit");
    const wind = fresh(draft, "wind");
    expect([wind.spirit, kindOf(wind)]).toEqual(["c3", "wind"]);
    const light = fresh(draft, "light-blue");
    expect([light.red.master, light.red.ninjas.length, kindOf(light)]).toEqual([null, 2, "light-blue"]);
    expect(toolsOf(light)).toEqual(["red-ninja", "blue-master", "blue-student", "erase"]);
  });

  test("cards lie in five places", () => {
    const next = withPlaces(draft, ["Boar", "Crab", "Horse", null, "Ox"]);
    expect(next.hands).toEqual({ red: ["Boar", "Crab"], blue: ["Horse", ""] });
    expect(placesOf(next)).toEqual(["Boar", "Crab", "Horse", null, "Ox"]);
  });
});

describe("verdicts", () => {
  const say = (key: string, values: object = {}) =>
    key === "score.point" ? "," : `${key} ${Object.values(values).join(" ")}`.trim();

  test("a win by force is counted in turns of the winner", () => {
    const line = (proven: "win" | "loss" | null, plies_to_end: number | null, score = 0) => ({
      proven,
      plies_to_end,
      score,
    });
    expect(verdictOf(line("win", 1), "red")).toEqual({ kind: "win", winner: "red", turns: 1 });
    expect(verdictOf(line("win", 5), "blue")).toEqual({ kind: "win", winner: "blue", turns: 3 });
    expect(verdictOf(line("loss", -4), "red")).toEqual({ kind: "win", winner: "blue", turns: 2 });
    expect(verdictInWords(say, verdictOf(line("loss", null), "red"))).toBe("score.win room.blue");
    expect(verdictInWords(say, verdictOf(line(null, null, 130), "blue"))).toBe("score.ahead room.blue 1,3");
    expect(verdictInWords(say, verdictOf(line(null, null, -4), "blue"))).toBe("score.even");
  });

  test("threats of both sides become arrows", () => {
    expect(arrowsOf(["red: tiger:c1c3 takes a student", "blue: ox:a5a4 reaches the temple", "later words"])).toEqual([
      { from: "c1", to: "c3", kind: "threat", owner: "red" },
      { from: "a5", to: "a4", kind: "threat", owner: "blue" },
    ]);
  });
});

describe("a game looked back at", () => {
  const texts = ["tiger:c1c3", "horse:c5c4", "crab:a1a2", "tiger:c4c3"];
  const after = { ...VIEW.red, students: ["b1", "d1", "e1"] };
  const game = plant(
    shown("0"),
    texts.map((step, index) => ({
      step,
      ...shown(String(index + 1), index % 2 ? "red" : "blue", index === 3 ? { red: after } : {}),
    })),
  );
  const turns = turnsOf(lineThrough(game, 0));
  const even: Judgement = { verdict: { kind: "score", red: 0 }, line: ["crab:c1c2"] };
  const lost: Judgement = { verdict: { kind: "win", winner: "blue", turns: 2 }, line: ["horse:c5c4"] };

  test("the turn that gave a win away is found, with what was better and the card that came back", () => {
    const judgements = [even, lost, lost, lost, lost];
    const found = findings(turns, judgements);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      index: 0,
      player: "red",
      weight: "blunder",
      better: "crab:c1c2",
      change: "gave-win",
    });
    expect(found[0]?.cameBack).toEqual({ card: "tiger", text: "tiger:c4c3", isPlayed: true });
    expect(turningPoint(found, judgements)).toBe(found[0]);
  });

  test("in hidden games a turn is compared with what its player could have thought of", () => {
    const thought = (step: string, score: number) => ({ step, score, proven: null, plies_to_end: null, turns: [] });
    const was = judged([thought("crab:c1c2", 0), thought("tiger:c1c3", -400)], "red");
    const found = findings(turns, [was, { ...even, steps: new Map() }]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ index: 0, better: "crab:c1c2", change: null, weight: "blunder" });
    expect(shares([lost, { ...lost, steps: new Map() }, even])).toEqual([0, 0.25, 0.5]);
  });

  test("the best turn is never a mistake, and what is not judged yet says nothing", () => {
    expect(findings(turns, [{ ...even, line: ["tiger:c1c3"] }, lost, lost, lost, lost])).toEqual([]);
    expect(findings(turns, [even, null, null])).toEqual([]);
    expect(turningPoint([], [even, even])).toBeNull();
  });
});
