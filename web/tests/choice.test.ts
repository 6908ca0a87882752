/** Steps are chosen press by press, and nothing else can be chosen. */

import { describe, expect, it } from "vitest";
import { cancel, firstChoice, places, pressCard, pressSquare, targets, type Choice } from "../board/choice";
import { parseStep, parseSteps, traceOf } from "../board/steps";

function press(steps: string[], ...squares: string[]): { choice: Choice; step: string | null } {
  const actions = parseSteps(steps);
  let at = { choice: firstChoice(actions), step: null as string | null };
  for (const square of squares) at = pressSquare(actions, at.choice, square);
  return at;
}

describe("steps", () => {
  it("are taken apart", () => {
    expect(parseStep("sea-snake:c1c2")).toEqual({
      kind: "move",
      card: "sea-snake",
      from: "c1",
      to: "c2",
      step: "sea-snake:c1c2",
    });
    expect(parseStep("ox:pass")?.kind).toBe("pass");
    expect(parseStep("ninja:b1b2!")).toMatchObject({ kind: "hop", isChallenge: true });
    expect(parseStep("lantern:3")).toMatchObject({ kind: "line", line: "3" });
    expect(parseStep("lantern:none")).toMatchObject({ kind: "skip", piece: "lantern" });
    expect(parseStep("place:a5c5")).toMatchObject({ kind: "place", squares: ["a5", "c5"] });
    expect(parseStep("something new")).toBeNull();
  });

  it("leave no trace of what is not told", () => {
    expect(traceOf("boar:c1c2 ninja:?")).toMatchObject({ card: "boar", origins: ["c1"], targets: ["c2"] });
    expect(traceOf("boar:?b3")).toMatchObject({ card: "boar", origins: [], targets: ["b3"] });
    expect(traceOf("ox:c3b3=both lantern:c=no")).toMatchObject({ lines: ["c"], facts: ["both", "no"] });
  });
});

describe("choosing", () => {
  const steps = ["ox:c1c2", "boar:c1c2", "boar:c1b1", "ox:a1a2"];

  it("two presses make a step", () => {
    expect(press(steps, "c1", "b1").step).toBe("boar:c1b1");
  });

  it("a press elsewhere lets go", () => {
    expect(press(steps, "c1", "e5").choice.from).toBeNull();
    expect(press(steps, "c1", "c1").choice.from).toBeNull();
  });

  it("another own piece is chosen instead", () => {
    expect(press(steps, "c1", "a1").choice.from).toBe("a1");
  });

  it("asks when two cards allow the same move, and a card answers", () => {
    const asked = press(steps, "c1", "c2");
    expect(asked.step).toBeNull();
    expect(asked.choice.ask.map((action) => action.step)).toEqual(["ox:c1c2", "boar:c1c2"]);
    expect(pressCard(parseSteps(steps), asked.choice, "boar").step).toBe("boar:c1c2");
  });

  it("after a question is cancelled no card plays", () => {
    const actions = parseSteps(steps);
    const open = cancel(actions);
    expect(pressCard(actions, open, "boar")).toMatchObject({ step: null, choice: { card: "boar", from: null } });
  });

  it("a card limits the targets", () => {
    const actions = parseSteps(steps);
    const { choice } = pressCard(actions, press(steps, "c1").choice, "boar");
    expect([...targets(actions, choice).keys()]).toEqual(["c2", "b1"]);
    expect(pressSquare(actions, choice, "c2").step).toBe("boar:c1c2");
  });

  it("a forced pass is made by its card", () => {
    expect(pressCard(parseSteps(["ox:pass", "boar:pass"]), firstChoice([]), "ox").step).toBe("ox:pass");
  });

  it("the only piece that can go on is chosen already; a challenge is asked for", () => {
    const hops = ["ninja:b1b2", "ninja:b1b2!", "ninja:b1a1", "ninja:stay"];
    expect(press(hops).choice.from).toBe("b1");
    expect(press(hops, "a1").step).toBe("ninja:b1a1");
    expect(press(hops, "b2").choice.ask).toHaveLength(2);
  });

  it("two ninjas are placed one after the other", () => {
    const placings = ["place:a5b5", "place:a5c5", "place:b5c5"];
    const half = press(placings, "c5");
    expect([...places(parseSteps(placings), half.choice)].sort()).toEqual(["a5", "b5"]);
    expect(press(placings, "c5", "a5").step).toBe("place:a5c5");
    expect(press(placings, "c5", "c5").choice.placed).toEqual([]);
  });
});
