/** Taking a file apart into single games, before the server reads each of them. Pure. */

/**
 * The games in a text: what this site exports, a list of records as JSON, records as text, or anything else whole.
 *
 * @returns each game as its own text.
 */
export function splitRecords(text: string): string[] {
  const trimmed = text.replace(/^\ufeff/, "").trim();
  if (!trimmed) return [];
  if (/^[[{]\s*["{\]}]/.test(trimmed)) {
    const found = recordsIn(parsed(trimmed));
    if (found) return found.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  }
  if (!/^\[Onitama\s/m.test(trimmed)) return [trimmed];
  return trimmed
    .split(/^(?=\[Onitama\s)/m)
    .map((part) => part.trim())
    .filter(Boolean);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The records in what was exported; null if it is something else. */
function recordsIn(data: unknown): unknown[] | null {
  if (Array.isArray(data)) return data;
  if (typeof data !== "object" || data === null) return null;
  const { rooms, imported } = data as { rooms?: unknown; imported?: unknown };
  if (!Array.isArray(rooms)) return [data];
  const played = rooms.flatMap((room: { records?: unknown }) => (Array.isArray(room.records) ? room.records : []));
  return [...played, ...(Array.isArray(imported) ? imported : [])];
}

/** As much as the server reads in one text, or one request. */
export const MOST_CHARACTERS = 200_000;
const MOST_IN_BATCH = 100;

/** Texts put together for one request each: few requests, each answered soon. */
export function batches(texts: readonly string[]): string[][] {
  const found: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const last = found.at(-1);
    if (last && last.length < MOST_IN_BATCH && text.length <= room) last.push(text);
    else {
      found.push([text]);
      room = MOST_CHARACTERS / 2;
    }
    room -= text.length;
  }
  return found;
}

/** Those whose text is not known yet, each once. */
export function newOnes<T extends { text: string }>(found: readonly T[], known: readonly { text: string }[]): T[] {
  const texts = new Set(known.map((one) => one.text));
  return found.filter((one) => !texts.has(one.text) && texts.add(one.text));
}

/** A file for the reader's disk. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
