/** Games that somebody has brought along: kept in this browser only. */

import { keep, kept } from "../settings.svelte";

export interface Imported {
  id: string;
  names: string[];
  result: string;
  turns: number;
  text: string;
}

const KEY = "onitama.imported";

let games = $state.raw<readonly Imported[]>(read());

function read(): Imported[] {
  try {
    const found: unknown = JSON.parse(kept(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Imported[]) : [];
  } catch {
    return [];
  }
}

function put(now: readonly Imported[]): void {
  games = now;
  keep(KEY, now.length > 0 ? JSON.stringify(now) : null);
}

export const imported = {
  get games(): readonly Imported[] {
    return games;
  },
  /** The same game is kept once. */
  add(game: Omit<Imported, "id">): void {
    if (games.some((one) => one.text === game.text)) return;
    const id = `${Date.now().toString(36)}-${games.length}`;
    put([{ ...game, id }, ...games]);
  },
  remove(id: string): void {
    put(games.filter((one) => one.id !== id));
  },
};
