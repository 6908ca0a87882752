/** Who sits before this browser, and its connection to the server. */

import { Connection } from "./client/connection";
import { createMe, readMe, type Me } from "./client/rest";
import { say } from "./words.svelte";

let me = $state.raw<Me | null>(null);
let link = $state("connecting");

const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/ws`;
let connection: Connection | null = null;

export const session = {
  get me(): Me | null {
    return me;
  },
  get link(): string {
    return link;
  },
};

export function connect(): Connection {
  if (!connection) {
    connection = new Connection(url);
    connection.onLink = (now) => (link = now);
  }
  return connection;
}

/** A second connection, of somebody else who plays on this device. */
export function connectAs(secret: string): Connection {
  return new Connection(url, secret);
}

export async function findMe(): Promise<void> {
  me = await readMe().catch(() => null);
}

/** Becomes somebody, if one is nobody yet: to play, not to watch. */
export async function needMe(): Promise<Me> {
  if (!me) {
    me = await createMe(say("me.guest", { number: 1000 + Math.floor(Math.random() * 9000) }));
    connection?.restart();
  }
  return me;
}

export function setMe(now: Me | null): void {
  me = now;
}
