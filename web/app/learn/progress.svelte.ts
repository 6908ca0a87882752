/** What somebody has learned already, kept in this browser; where nothing may be kept, as long as the page. */

import { keep, kept } from "../settings.svelte";

const KEY = "onitama.learned";

let learned = $state.raw<readonly string[]>(read());

function read(): string[] {
  try {
    const found: unknown = JSON.parse(kept(KEY) ?? "[]");
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

export const progress = {
  has: (name: string): boolean => learned.includes(name),
};

export function markLearned(name: string): void {
  if (learned.includes(name)) return;
  learned = [...learned, name];
  keep(KEY, JSON.stringify(learned));
}
