/**
 * @vitest-environment jsdom
 *
 * The widget in a page: what lights up, and that it plays once.
 */

import { beforeEach, describe, expect, it, vi } from "vitest";
import cards from "virtual:cards";
import { Board, cardsBySlug, type BoardState, type Prompt } from "../board/board";
import type { View } from "../board/view";

vi.stubGlobal(
  "ResizeObserver",
  class {
    observe(): void {}
    disconnect(): void {}
  },
);
const NONE = { ninjas: [], revealed: [], lanterns: 0 };
const VIEW: View = {
  viewer: "red",
  rules: { spirit: false, hidden: null },
  red: { master: "c1", students: ["a1"], ...NONE },
  blue: { master: "c5", students: ["c2"], ...NONE },
  spirit: null,
  hands: { red: ["Ox", "Boar"], blue: ["Horse", "Elephant"] },
  side: "Crab",
  to_move: "red",
  turn_number: 1,
  ninjas_alive: { red: 0, blue: 0 },
  legal_steps: [],
  outcome: null,
};
const STATE: BoardState = {
  view: VIEW,
  seat: "red",
  legal: ["ox:c1c2", "boar:c1c2", "boar:c1b1"],
  moment: "1",
  last: null,
  arrows: [],
  aside: [],
};

describe("board", () => {
  let host: HTMLElement;
  let board: Board;
  let steps: string[];
  let prompt: Prompt | null;

  beforeEach(() => {
    document.body.innerHTML = "<div></div>";
    host = document.querySelector("div") as HTMLElement;
    steps = [];
    prompt = null;
    board = new Board(host, {
      cards: cardsBySlug(cards),
      say: (key, values = {}) => [key, ...Object.values(values)].join(" "),
      nameOf: (card) => card.name,
      onStep: (step) => steps.push(step),
      onPrompt: (now) => (prompt = now),
    });
    board.set(STATE);
  });

  const square = (name: string) => host.querySelector(`.ob-hit[data-square="${name}"]`) as SVGElement;
  const key = (name: string, pressed: string) =>
    square(name).dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true }));
  const lit = () => [...host.querySelectorAll<SVGElement>(".ob-target")].map((one) => one.dataset["square"]);

  it("lights up the legal targets only", () => {
    expect(lit()).toEqual([]);
    key("c1", "Enter");
    expect(lit()).toEqual(["c2", "b1"]);
    key("c1", "Escape");
    expect(lit()).toEqual([]);
  });

  it("plays once, and not again before something has come of it", () => {
    key("c1", "Enter");
    key("b1", "Enter");
    key("c1", "Enter");
    key("b1", "Enter");
    expect(steps).toEqual(["boar:c1b1"]);
    board.unlock();
    key("c1", "Enter");
    key("b1", "Enter");
    expect(steps).toHaveLength(2);
  });

  it("asks which card, and forgets the question", () => {
    key("c1", "Enter");
    key("c2", "Enter");
    expect(prompt?.choices.map((one) => one.label)).toEqual(["Ox", "Boar", "board.back-out"]);
    prompt?.choices[2]?.press();
    expect(prompt).toBeNull();
    expect(host.querySelectorAll(".ob-asked")).toHaveLength(0);
    expect(steps).toEqual([]);
  });

  it("says what a square is and can do", () => {
    key("c1", "Enter");
    expect(square("c1").getAttribute("aria-label")).toBe("c1, board.temple, board.red.master, board.chosen");
    expect(square("c2").getAttribute("aria-label")).toBe("c2, board.blue.student, board.target-by Ox, Boar");
  });

  it("lets a piece keep its element when it moves", () => {
    const master = host.querySelector('[data-piece="red-master"]');
    const moved = { ...VIEW, red: { ...VIEW.red, master: "c2" }, blue: { ...VIEW.blue, students: [] } };
    board.set({ ...STATE, view: moved, legal: [], moment: "2", last: "ox:c1c2" });
    expect(host.querySelector('[data-piece="red-master"]')).toBe(master);
    expect(host.querySelector(".ob-gone")).not.toBeNull();
    expect([...host.querySelectorAll<SVGElement>(".ob-from, .ob-to")].map((one) => one.dataset["square"])).toEqual([
      "c1",
      "c2",
    ]);
  });

  it("shows no last move when there is none, as after a rematch", () => {
    board.set({ ...STATE, moment: "2", last: "ox:c1c2" });
    board.set({ ...STATE, moment: "3", last: null });
    expect(host.querySelectorAll(".ob-from, .ob-to, .ob-last")).toHaveLength(0);
  });

  it("turns the far player's cards and the side card of its next user", () => {
    const far = (seat: "red" | "blue") => {
      board.set({ ...STATE, seat });
      return [...host.querySelectorAll<SVGElement>(".ob-far")].map((one) => one.dataset["card"]).sort();
    };
    expect(far("red")).toEqual(["elephant", "horse"]);
    expect(far("blue")).toEqual(["boar", "crab", "ox"]);
  });
});
