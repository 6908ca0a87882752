/** What is heard, and how the icon is drawn. */

import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { crc32, inflateSync } from "node:zlib";
import type { BoardState } from "../board/board";
import { readView } from "../app/learn/position";
import { soundFor } from "../app/sounds";
import { drawIcon } from "../scripts/icons";

const state = (board: string, moment: string, more: Partial<BoardState> = {}): BoardState => ({
  view: readView(`${board} ox,crab/horse,eel/boar r 3`, []),
  seat: "red",
  legal: [],
  moment,
  last: "ox:c1c2",
  arrows: [],
  aside: [],
  ...more,
});

describe("sounds", () => {
  const before = state("2m2/5/2s2/2S2/2M2", "1");
  it("tell a move, a capture and the end apart", () => {
    expect(soundFor(before, state("2m2/5/2s2/3S1/2M2", "2"))).toBe("move");
    expect(soundFor(before, state("2m2/5/2S2/5/2M2", "2"))).toBe("capture");
    const over = state("2m2/5/2S2/5/2M2", "2");
    over.view.outcome = { winner: "red", by: "stone" };
    expect(soundFor(before, over)).toBe("end");
  });
  it("are not heard at first, without news, or when a game begins again", () => {
    expect(soundFor(null, before)).toBeNull();
    expect(soundFor(before, before)).toBeNull();
    expect(soundFor(before, state("ssmss/5/5/5/SSMSS", "2"))).toBeNull();
    expect(soundFor(before, state("2m2/5/2s2/3S1/2M2", "2", { last: null }))).toBeNull();
    expect(soundFor(before, state("2m2/5/2s2/2S2/2M2", "2", { seat: "blue" }))).toBeNull();
  });
});

describe("the icon", () => {
  const svg = readFileSync(new URL("../public/icon.svg", `file://${process.cwd()}/tests/`), "utf8");
  const pixels = (png: Uint8Array, size: number) => {
    const file = Buffer.from(png);
    const length = file.readUInt32BE(33);
    expect(file.readUInt32BE(41 + length)).toBe(crc32(file.subarray(37, 41 + length)));
    const rows = inflateSync(file.subarray(41, 41 + length));
    return (x: number, y: number) => [...rows.subarray(y * (1 + 4 * size) + 1 + 4 * x).subarray(0, 4)];
  };
  it("is drawn with its corners, or filling its square", () => {
    const [own, full] = [drawIcon(svg, 48, false), drawIcon(svg, 48, true)];
    expect(pixels(own, 48)(0, 0)[3]).toBe(0);
    expect(pixels(full, 48)(0, 0)).toEqual([0x7b, 0x54, 0x36, 255]);
    expect(pixels(own, 48)(24, 18)).toEqual([0xf8, 0xf0, 0xde, 255]); // the hat
    expect(pixels(own, 48)(24, 38)).toEqual([0xb8, 0x39, 0x2a, 255]); // the red stone below
  });
});
