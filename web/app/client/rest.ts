/** Requests by REST: who one is, rooms, lists. The cookie that the server sets says who asks. */

import type { Square } from "../../board/geometry";
import type { View } from "../../board/view";
import type { Shown } from "../analysis/tree";
import type { components } from "./schema";
import type { Setup } from "./wire";

type Schemas = components["schemas"];
export type Me = Schemas["Me"];
export type Summary = Omit<Schemas["Summary"], "setup"> & { setup: Setup };

/** An answer that says why something was not done. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface Asker {
  credentials?: RequestCredentials;
  /** Of somebody else on this device, in place of the cookie. */
  secret?: string | undefined;
}

async function ask<T>(method: string, path: string, body?: unknown, { credentials, secret }: Asker = {}) {
  const headers: Record<string, string> = secret ? { Authorization: `Bearer ${secret}` } : {};
  const init: RequestInit = { method, credentials: credentials ?? "same-origin", headers };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    headers["Content-Type"] = "application/json";
  }
  let answer: Response;
  try {
    answer = await fetch(`/api/v1${path}`, init);
  } catch {
    throw new Problem("offline", "the server cannot be reached");
  }
  if (answer.status === 204) return undefined as T;
  const data = (await answer.json().catch(() => ({}))) as T & Partial<Schemas["Problem"]>;
  if (!answer.ok) throw new Problem(data.code ?? "unavailable", data.message ?? answer.statusText);
  return data;
}

/** Who one is; null for nobody yet. */
export async function readMe(): Promise<Me | null> {
  try {
    return await ask<Me>("GET", "/me");
  } catch (error) {
    if (error instanceof Problem && error.code === "no-identity") return null;
    throw error;
  }
}

export const createMe = (name: string) => ask<Schemas["Newcomer"]>("POST", "/identities", { name });
export const renameMe = (name: string) => ask<Me>("PATCH", "/me", { name });
export const deleteMe = () => ask<undefined>("DELETE", "/me");
export const exportMe = () => ask<Schemas["Export"]>("GET", "/me/export");

/** Somebody else on this device: known by a secret, without touching the own cookie. */
export const createGuest = (name: string) =>
  ask<Schemas["Newcomer"]>("POST", "/identities", { name }, { credentials: "omit" });

export const openRoom = (setup: Partial<Setup>, isListed: boolean) =>
  ask<Schemas["Opened"]>("POST", "/rooms", { setup, is_listed: isListed });

export const listRooms = async (which: "open" | "playing" | "mine"): Promise<Summary[]> =>
  (await ask<{ rooms: Summary[] }>("GET", which === "mine" ? "/me/rooms" : `/rooms?list=${which}`)).rooms;

/** Rooms in which one has a seat, the latest first, a page of them at a time. */
export const listMyRooms = (after: string | null) =>
  ask<{ rooms: Summary[]; next: string | null }>("GET", `/me/rooms${after === null ? "" : `?after=${after}`}`);

/** What can be seen in a room besides its pieces. */
export interface Insight {
  moment: number;
  threats: string[];
  chances: Record<Square, number> | null;
}

export const readInsight = (room: string, secret?: string) =>
  ask<Insight>("GET", `/rooms/${room}/insight`, undefined, { secret });

export interface StudyGame {
  names: string[];
  result: string;
  start: Shown;
  moves: (Shown & { step: string })[];
}

/** The games in a text, in any notation, and steps that were played on after the last one. */
export const readStudy = async (text: string, beside: string | null, steps: string[] = []): Promise<StudyGame[]> =>
  (await ask<{ games: StudyGame[] }>("POST", "/study", { text, beside, steps })).games;

/** What many texts hold, without their positions. */
export const readSummaries = async (texts: string[]) =>
  (await ask<Schemas["Summaries"]>("POST", "/study/games", { texts })).texts;

/** Where the player to move could think the other's hidden ninjas to be, before the first step and after each. */
export const readBeliefs = async (position: string, steps: string[]) =>
  (await ask<Schemas["Beliefs"]>("POST", "/study/beliefs", { position, steps })).beliefs;

export const makeStudyStep = (position: string, step: string) => ask<Shown>("POST", "/study/step", { position, step });

export const writeRecord = async (position: string, steps: string[]): Promise<string> =>
  (await ask<{ record: string }>("POST", "/study/record", { position, steps })).record;

export const readRecords = async (room: string): Promise<unknown[]> =>
  (await ask<Schemas["Records"]>("GET", `/rooms/${room}/records`)).records;

/** The positions of the latest game as the viewer may know them: its start, and after each whole turn. */
export const readViews = async (room: string): Promise<View[]> =>
  (await ask<{ views: View[] }>("GET", `/rooms/${room}/views`)).views;
