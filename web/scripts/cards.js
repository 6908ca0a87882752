/** Reads the project's cards, so that they are written down once: `import cards from "virtual:cards"`. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";

const FILE = fileURLToPath(new URL("../../src/onitama/cards.toml", import.meta.url));
const NAME = "virtual:cards";

/** @returns {import("vite").Plugin} */
export function cards() {
  return {
    name: "onitama-cards",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      this.addWatchFile(FILE);
      return `export default ${JSON.stringify(readCards())}`;
    },
  };
}

export function readCards() {
  return parse(readFileSync(FILE, "utf8")).card.map((card) => ({
    slug: card.name.toLowerCase().replaceAll(" ", "-"),
    name: card.name,
    names: card.name_de ? { de: card.name_de } : {},
    set: card.set,
    kind: card.kind,
    stamp: card.stamp ?? null,
    isStampSure: card.data === "confirmed",
    isUnconfirmed: card.data === "unconfirmed",
    grids: gridsOf(card),
  }));
}

function gridsOf(card) {
  const first = { move: "pawn", wind: "pawn", dual: "student" }[card.kind];
  const grids = [{ piece: first, cells: cellsOf(card.moves) }];
  if (card.spirit_moves) grids.push({ piece: "spirit", cells: cellsOf(card.spirit_moves) });
  if (card.master_moves) grids.push({ piece: "master", cells: cellsOf(card.master_moves) });
  return grids;
}

/** The offsets that a picture marks with `x`, from the owner's seat: to the right, forward. */
function cellsOf(picture) {
  const rows = picture
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  return rows.flatMap((row, y) => row.flatMap((mark, x) => (mark === "x" ? [[x - 2, 2 - y]] : [])));
}
