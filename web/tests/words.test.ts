/** All languages say the same things. */

import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";

const FOLDER = new URL("../app/words/", `file://${process.cwd()}/tests/`);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as Record<string, string>;
const blanks = (text = "") => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
const english = read("en.json");

describe.each(readdirSync(FOLDER))("%s", (file) => {
  const table = read(file);
  it("has every text and no other", () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(english).sort());
  });
  it("has the same blanks in each", () => {
    for (const [key, text] of Object.entries(table)) expect([key, blanks(text)]).toEqual([key, blanks(english[key])]);
  });
});
