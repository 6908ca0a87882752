/** How much a first load takes, compressed, and whether that is within the budget. */

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const FOLDER = new URL("../../src/onitama/server/pages/", import.meta.url);
const BUDGET_KB = 150;

const page = readFileSync(new URL("index.html", FOLDER), "utf8");
const files = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]);
const sizes = ["index.html", ...new Set(files)].map((file) => gzipSync(readFileSync(new URL(file, FOLDER))).length);
const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
console.log(`first load: ${kilobytes.toFixed(1)} kB compressed, of ${BUDGET_KB} kB`);
if (files.length < 2 || kilobytes > BUDGET_KB) process.exit(1);
