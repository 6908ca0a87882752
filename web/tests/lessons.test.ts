/** The lessons: boards are read and walked through, cards are found, and no text is missing. */

import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import cards from "virtual:cards";
import { BOARDS, EXERCISES, START, afterStep, mistakeOf, nodeAt, stateAt, type LessonBoard } from "../app/learn/boards";
import { findCards, mirrorsOf } from "../app/learn/card-search";
import { LOOK_UP, MORE, STEPS, STRATEGY, TERMS, VARIANT_PAGES } from "../app/learn/pages";
import { readView } from "../app/learn/position";

function board(name: string): LessonBoard {
  const found = BOARDS[name];
  if (!found) throw new Error(`there is no board ${name}`);
  return found;
}

describe("a position's line", () => {
  it("is read with its pieces, cards and side to move", () => {
    const view = readView("s1m1s/5/2*2/1S3/2M2 ox,sea-snake/horse,crab/boar b 4 seen-by=red", ["horse:c5c4"]);
    expect(view.blue).toMatchObject({ master: "c5", students: ["a5", "e5"] });
    expect(view.red).toMatchObject({ master: "c1", students: ["b2"] });
    expect([view.spirit, view.rules.spirit, view.to_move, view.turn_number]).toEqual(["c3", true, "blue", 4]);
    expect([view.hands.red, view.side]).toEqual([["ox", "sea-snake"], "boar"]);
    expect(view.legal_steps).toEqual(["horse:c5c4"]);
  });

  it("is read with ninjas, shown and unseen, and with what is due", () => {
    const line = "2m2/5/5/5/2M2 ox,fox/bat,crab/boar r 4 hidden=light-red ninjas=b2/d4!? lanterns=1/0";
    const view = readView(`${line} phase=ninja:sea-snake+spirit seen-by=red`, []);
    expect(view.red.ninjas).toEqual(["b2"]);
    expect(view.blue).toMatchObject({ ninjas: ["d4"], revealed: ["d4"], lanterns: 0 });
    expect(view.ninjas_alive).toEqual({ red: 1, blue: 2 });
    expect(view.rules).toMatchObject({ hidden: "light", light_player: "red" });
    expect(view.turn).toEqual({ phase: "ninja", card: "sea-snake", spirit_due: true });
  });
});

describe("a board of a lesson", () => {
  it("goes on within a turn and says what came to light", () => {
    const place = afterStep(board("shadow-place"), START, "place:b1");
    expect(place?.last).toBe("place:b1");
    const pawn = place && afterStep(board("shadow-place"), place, "boar:c1c2");
    const ninja = pawn && afterStep(board("shadow-place"), pawn, "ninja:b1b2");
    expect(ninja?.last).toBe("boar:c1c2 ninja:b1b2");
    expect(afterStep(board("shadow-lantern"), START, "lantern:d")?.last).toBe("lantern:d=yes");
  });

  it("shows no more than its reader knows", () => {
    for (const one of Object.values(BOARDS)) {
      const { view, seat } = stateAt(one, START, true);
      const other = seat === "red" ? view.blue : view.red;
      expect(other.ninjas).toEqual(other.revealed);
    }
  });

  it("refuses what leads nowhere", () => {
    expect(afterStep(board("first-game"), START, "horse:c1c2")).toBeNull();
    expect(afterStep(board("first-game"), START, "no step")).toBeNull();
  });

  it("tells mistakes apart", () => {
    const why = (name: string, step: string) => {
      const spot = afterStep(board(name), START, step);
      if (!spot) throw new Error(step);
      return mistakeOf(board(name), step.split(":")[0] ?? null, nodeAt(board(name), spot.node).answers ?? []);
    };
    expect(why("ex-back", "horse:c5c4")).toBe("came-back");
    expect(why("ex-spirit", "horse:e1e2")).toBe("stream");
    expect(why("ex-danger", "dragon:d3c2")).toBe("stone");
    expect(why("ex-near", "horse:e3e2")).toBe("escapes");
    expect(why("ex-stone", "eel:a1b1")).toBe("not-yet");
  });
});

describe("cards", () => {
  const slugs = (found: { slug: string }[]) => found.map((card) => card.slug);
  it("are found by any of their names and by set", () => {
    expect(slugs(findCards(cards, "", "kranich"))).toEqual(["crane"]);
    expect(slugs(findCards(cards, "", " CRANE "))).toEqual(["crane"]);
    expect(findCards(cards, "base", "")).toHaveLength(16);
    expect(findCards(cards, "promo", "crane")).toEqual([]);
  });
  it("know their mirrors", () => {
    const mirrors = (slug: string) =>
      cards.filter((card) => card.slug === slug).flatMap((card) => slugs(mirrorsOf(cards, card)));
    expect(mirrors("ox")).toEqual(["horse"]);
    expect(mirrors("tiger")).toEqual(["tiger"]);
    expect(mirrors("spider")).toEqual([]);
  });
});

describe("the texts of the lessons", () => {
  const folder = new URL("../app/lessons/", `file://${process.cwd()}/tests/`);
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Record<string, string>;
  const pages = [...VARIANT_PAGES, STRATEGY];
  const wanted = [
    ...[...STEPS, ...MORE, ...LOOK_UP, ...pages.map((page) => page.id)].flatMap((id) => [
      `learn.page.${id}`,
      `learn.page.${id}.about`,
    ]),
    ...pages.flatMap((page) =>
      page.sections.flatMap((one) => [
        `lesson.${page.id}.${one.id}`,
        `lesson.${page.id}.${one.id}.text`,
        ...(one.board ? [`lesson.board.${one.board}`] : []),
      ]),
    ),
    ...EXERCISES.flatMap((name) => ["", ".task", ".why"].map((end) => `exercise.${name}${end}`)),
    ...TERMS.flatMap((id) => [`term.${id}`, `term.${id}.text`]),
    ...board("first-game").nodes.map((_, turns) => `lesson.first-game.turn.${turns}`),
  ];
  it.each(readdirSync(folder))("are complete: %s", (file) => {
    const table = read(file);
    expect(wanted.filter((key) => !table[key])).toEqual([]);
  });
});
