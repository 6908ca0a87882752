/** Reads the project's cards, so that they are written down once: `import cards from "virtual:cards"`. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import type { Card, CardGrid } from "../board/cards";

/** A card as the file has it. */
interface Entry {
  name: string;
  name_de?: string;
  set: string;
  kind: Card["kind"];
  stamp?: Card["stamp"];
  data: string;
  moves: string;
  spirit_moves?: string;
  master_moves?: string;
}

const FILE = fileURLToPath(new URL("../../src/onitama/cards.toml", import.meta.url));
const NAME = "virtual:cards";

export function cards(): Plugin {
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

export function readCards(): Card[] {
  const entries = parse(readFileSync(FILE, "utf8"))["card"] as unknown as Entry[];
  return entries.map((card) => ({
    slug: card.name.toLowerCase().replaceAll(" ", "-"),
    name: card.name,
    names: card.name_de ? { de: card.name_de } : ({} as Record<string, string>),
    set: card.set,
    kind: card.kind,
    stamp: card.stamp ?? null,
    isStampSure: card.data === "confirmed",
    isUnconfirmed: card.data === "unconfirmed",
    grids: gridsOf(card),
  }));
}

function gridsOf(card: Entry): CardGrid[] {
  const first = card.kind === "dual" ? "student" : "pawn";
  const grids: CardGrid[] = [{ piece: first, cells: cellsOf(card.moves) }];
  if (card.spirit_moves) grids.push({ piece: "spirit", cells: cellsOf(card.spirit_moves) });
  if (card.master_moves) grids.push({ piece: "master", cells: cellsOf(card.master_moves) });
  return grids;
}

/** The offsets that a picture marks with `x`, from the owner's seat: to the right, forward. */
function cellsOf(picture: string): [number, number][] {
  const rows = picture
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  return rows.flatMap((row, y) => row.flatMap((mark, x): [number, number][] => (mark === "x" ? [[x - 2, 2 - y]] : [])));
}
