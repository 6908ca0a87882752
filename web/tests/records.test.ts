/** A file of games is taken apart into single ones. */

import { describe, expect, it } from "vitest";
import { splitRecords } from "../app/games/records";

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
