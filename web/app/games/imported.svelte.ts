/** Games that somebody has brought along: kept in this browser only, in its database, which has room for thousands. */

import { newOnes } from "./records";

export interface Imported {
  /** Later ones come after earlier ones. */
  id: string;
  names: string[];
  result: string;
  turns: number;
  text: string;
}

const DATABASE = "onitama";
const STORE = "imported";

/** The latest first. */
let games = $state.raw<readonly Imported[]>([]);
let count = 0;
const ready = load();

function opened(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error("closed"));
  });
}

/** Does all of a task or nothing; throws where the browser keeps nothing, or no more. */
async function transact<T>(mode: IDBTransactionMode, task: (store: IDBObjectStore) => IDBRequest<T> | undefined) {
  const database = await opened();
  try {
    return await new Promise<T | undefined>((done, fail) => {
      const transaction = database.transaction(STORE, mode);
      const request = task(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request?.result);
      transaction.onabort = () => fail(transaction.error ?? new Error("not kept"));
    });
  } finally {
    database.close();
  }
}

async function load(): Promise<void> {
  try {
    games = ((await transact<Imported[]>("readonly", (store) => store.getAll())) ?? []).reverse();
  } catch {
    // blocked: then they last as long as the page
  }
}

/** In their order, also between two pages that add at the same time. */
function newId(): string {
  return [Date.now().toString(36), (count++).toString(36).padStart(5, "0"), Math.random().toString(36)].join("-");
}

export const imported = {
  /** Done when what is kept has been read. */
  ready,
  get games(): readonly Imported[] {
    return games;
  },
  /**
   * Adds games, each once.
   *
   * @returns whether the browser keeps them; else they last as long as the page.
   */
  async add(found: readonly Omit<Imported, "id">[]): Promise<boolean> {
    await ready;
    const fresh = newOnes(found, games).map((one) => ({ ...one, id: newId() }));
    games = [...[...fresh].reverse(), ...games];
    try {
      await transact("readwrite", (store) => void fresh.forEach((one) => store.put(one)));
      return true;
    } catch {
      return false;
    }
  },
  async remove(id: string): Promise<void> {
    games = games.filter((one) => one.id !== id);
    await transact("readwrite", (store) => void store.delete(id)).catch(() => undefined);
  },
  async clear(): Promise<void> {
    games = [];
    await transact("readwrite", (store) => void store.clear()).catch(() => undefined);
  },
};
