/** Two on one device: the second person is known to the server too, by a secret that this browser keeps. */

import { createGuest, openRoom } from "./client/rest";
import type { Setup } from "./client/wire";
import { connectAs, needMe } from "./me.svelte";
import { keep, kept } from "./settings.svelte";

interface Partner {
  secret: string;
}

/** Kept here too, for browsers that store nothing. */
const partners = new Map<string, Partner>();

const keyOf = (room: string): string => `onitama.partner.${room}`;

export function partnerOf(room: string): Partner | null {
  const secret = kept(keyOf(room));
  return secret ? { secret } : (partners.get(room) ?? null);
}

/**
 * Opens a room and sits down on both sides of it.
 *
 * @returns the room.
 */
export async function openForTwo(setup: Partial<Setup>, secondName: string): Promise<string> {
  await needMe();
  const guest = await createGuest(secondName);
  const { room } = await openRoom(setup, false);
  partners.set(room, { secret: guest.secret });
  keep(keyOf(room), guest.secret);
  const link = connectAs(guest.secret);
  await link.command(room, { type: "join" });
  link.close();
  return room;
}
