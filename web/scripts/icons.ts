/** Draws the icon as pictures of dots at build time, for devices that take no SVG; it is written down once, in `icon.svg`. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import type { Plugin } from "vite";

type Point = [x: number, y: number];
type Colour = [red: number, green: number, blue: number];
type Dot = [red: number, green: number, blue: number, opacity: number];

interface Shape {
  colour: Colour;
  contains: (x: number, y: number) => boolean;
}

const FILE = fileURLToPath(new URL("../public/icon.svg", import.meta.url));
/** Of the icon's own units: it is drawn from -50 to 50. */
const HALF = 50;
/** Each dot is the mean of so many by so many. */
const FINENESS = 3;
const CURVE_PARTS = 10;

export function icons(): Plugin {
  return {
    name: "onitama-icons",
    apply: "build",
    generateBundle() {
      const svg = readFileSync(FILE, "utf8");
      for (const size of [192, 512])
        this.emitFile({ type: "asset", fileName: `icon-${size}.png`, source: drawIcon(svg, size, false) });
      // These two are cut to a shape by the device, so that their ground fills the whole square.
      this.emitFile({ type: "asset", fileName: "icon-maskable-512.png", source: drawIcon(svg, 512, true) });
      this.emitFile({ type: "asset", fileName: "apple-touch-icon.png", source: drawIcon(svg, 180, true) });
    },
    transformIndexHtml: () => [
      { tag: "link", attrs: { rel: "apple-touch-icon", href: "/apple-touch-icon.png" }, injectTo: "head" },
    ],
  };
}

/** The icon as PNG, with a ground that fills the square or with its own corners. */
export function drawIcon(svg: string, size: number, isFull: boolean): Uint8Array {
  const shapes = shapesOf(svg, isFull);
  const rows = Buffer.alloc(size * (1 + 4 * size));
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++)
      rows.set(dot(shapes, column, row, size), row * (1 + 4 * size) + 1 + 4 * column);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8); // eight bits of red, green, blue and opacity
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

function dot(shapes: readonly Shape[], column: number, row: number, size: number): Dot {
  let [red, green, blue, covered] = [0, 0, 0, 0];
  for (let part = 0; part < FINENESS * FINENESS; part++) {
    const x = ((column + ((part % FINENESS) + 0.5) / FINENESS) / size) * 2 * HALF - HALF;
    const y = ((row + (Math.floor(part / FINENESS) + 0.5) / FINENESS) / size) * 2 * HALF - HALF;
    const top = topAt(shapes, x, y);
    if (!top) continue;
    red += top[0];
    green += top[1];
    blue += top[2];
    covered += 1;
  }
  const mean = (sum: number): number => Math.round(sum / Math.max(1, covered));
  return [mean(red), mean(green), mean(blue), Math.round((255 * covered) / FINENESS ** 2)];
}

function topAt(shapes: readonly Shape[], x: number, y: number): Colour | null {
  for (let index = shapes.length - 1; index >= 0; index--) {
    const shape = shapes[index];
    if (shape?.contains(x, y)) return shape.colour;
  }
  return null;
}

/** The shapes of the picture, from the ground up. */
function shapesOf(svg: string, isFull: boolean): Shape[] {
  const shapes: Shape[] = [];
  let groupFill = "#000000";
  for (const [, name = "", text = ""] of svg.matchAll(/<(\/?\w+)([^>]*)>/g)) {
    const read = (key: string): string | undefined => new RegExp(`\\b${key}="([^"]*)"`).exec(text)?.[1];
    const number = (key: string): number => Number(read(key) ?? 0);
    if (name === "g") groupFill = read("fill") ?? groupFill;
    const colour = colourOf(read("fill") ?? groupFill);
    if (name === "rect") {
      const round = isFull ? 0 : number("rx");
      const [x0, y0, width, height] = [number("x"), number("y"), number("width"), number("height")];
      shapes.push({ colour, contains: (x, y) => isInRect(x - x0, y - y0, width, height, round) });
    } else if (name === "circle") {
      const [cx, cy, radius] = [number("cx"), number("cy"), number("r")];
      shapes.push({ colour, contains: (x, y) => (x - cx) ** 2 + (y - cy) ** 2 <= radius ** 2 });
    } else if (name === "path") {
      const outline = outlineOf(/ d="([^"]*)"/.exec(text)?.[1] ?? "");
      const [low, high] = [Math.min(...outline.map(([, y]) => y)), Math.max(...outline.map(([, y]) => y))];
      shapes.push({ colour, contains: (x, y) => y >= low && y <= high && isInside(outline, x, y) });
    }
  }
  return shapes;
}

function colourOf(text: string): Colour {
  const value = parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function isInRect(x: number, y: number, width: number, height: number, round: number): boolean {
  if (x < 0 || y < 0 || x > width || y > height) return false;
  const [fromSide, fromTop] = [Math.min(x, width - x), Math.min(y, height - y)];
  if (fromSide >= round || fromTop >= round) return true;
  return (round - fromSide) ** 2 + (round - fromTop) ** 2 <= round ** 2;
}

/** A path of straight lines and curves, all of it in straight lines. */
function outlineOf(path: string): Point[] {
  const points: Point[] = [];
  let control: Point | null = null;
  for (const [, command = "", text = ""] of path.matchAll(/([MLQCS])([^A-Z]*)/g)) {
    const numbers = (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
    const given = numbers.flatMap((x, index): Point[] => (index % 2 === 0 ? [[x, numbers[index + 1] ?? 0]] : []));
    const from = points.at(-1) ?? [0, 0];
    if (command === "S") given.unshift(control ? [2 * from[0] - control[0], 2 * from[1] - control[1]] : from);
    if (command === "M" || command === "L") points.push(...given);
    else for (let part = 1; part <= CURVE_PARTS; part++) points.push(onCurve([from, ...given], part / CURVE_PARTS));
    control = command === "C" || command === "S" ? (given.at(-2) ?? null) : null;
  }
  return points;
}

/** A point of a Bézier curve of any degree, by de Casteljau's way. */
function onCurve(points: readonly Point[], at: number): Point {
  const [first = [0, 0]] = points;
  if (points.length <= 1) return first;
  const between = points.slice(1).map((point, index): Point => {
    const [x, y] = points[index] ?? point;
    return [x + (point[0] - x) * at, y + (point[1] - y) * at];
  });
  return onCurve(between, at);
}

function isInside(outline: readonly Point[], x: number, y: number): boolean {
  let isIn = false;
  let [x2, y2] = outline.at(-1) ?? [0, 0];
  for (const [x1, y1] of outline) {
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isIn = !isIn;
    [x2, y2] = [x1, y1];
  }
  return isIn;
}
