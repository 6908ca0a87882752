/** A file of games is taken apart into single ones. */

import { describe, expect, it } from "vitest";
import { MOST_CHARACTERS, batches, splitRecords } from "../app/games/records";

const TEXT = '[Onitama "1"]\n[Rules "base"]\n\n1. boar:c1c2 {said [Onitama "2"] here}\n';

describe("a file of games", () => {
  it("as text has each game from its first tag on", () => {
    expect(splitRecords(`\ufeff${TEXT}\n${TEXT}`)).toEqual([TEXT.trim(), TEXT.trim()]);
  });
  it("as JSON is one record, a list, or all that was saved here", () => {
    expect(splitRecords('{"onitama": 1}')).toEqual(['{"onitama":1}']);
    expect(splitRecords('[{"a": 1}, {"b": 2}]')).toEqual(['{"a":1}', '{"b":2}']);
    const saved = { name: "Anna", rooms: [{ records: [{ a: 1 }] }, { records: [] }], imported: [TEXT] };
    expect(splitRecords(JSON.stringify(saved))).toEqual(['{"a":1}', TEXT]);
  });
  it("that is anything else is left to the server, and may be nothing", () => {
    expect(splitRecords("ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1")).toHaveLength(1);
    expect(splitRecords('{"broken": ')).toEqual(['{"broken":']);
    expect(splitRecords(" \n ")).toEqual([]);
  });
});

describe("many games", () => {
  it("go in few requests, all of them and in their order, none too long", () => {
    const texts = Array.from({ length: 950 }, (_, index) => `${index} `.padEnd(index % 7 ? 900 : 90_000, "x"));
    const found = batches(texts);
    expect(found.flat()).toEqual(texts);
    expect(found.length).toBeLessThan(200);
    for (const one of found) {
      expect(one.length).toBeLessThanOrEqual(100);
      expect(one.join("").length).toBeLessThanOrEqual(MOST_CHARACTERS);
    }
    expect(batches(["x".repeat(MOST_CHARACTERS), "y"])).toHaveLength(2);
    expect(batches([])).toEqual([]);
  });
});
