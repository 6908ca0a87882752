/** All languages say the same things. */

import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";

const APP = new URL("../app/", `file://${process.cwd()}/tests/`);
const FILES = ["words", "lessons"].flatMap((folder) =>
  readdirSync(new URL(folder, APP)).map((file) => [folder, file] as const),
);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, APP), "utf8")) as Record<string, string>;
const blanks = (text = "") => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe.each(FILES)("%s/%s", (folder, file) => {
  const table = read(`${folder}/${file}`);
  const english = read(`${folder}/en.json`);
  it("has every text and no other", () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(english).sort());
  });
  it("has the same blanks in each", () => {
    for (const [key, text] of Object.entries(table)) expect([key, blanks(text)]).toEqual([key, blanks(english[key])]);
  });
});
