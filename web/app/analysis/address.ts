/** The analysis board in an address, which can be sent to others: the first position, and what was played from it. */

import { pathTo, type Tree } from "./tree";

export interface Asked {
  position: string | null;
  moves: string[];
  /** The latest game of a room, in place of a position; or that one of its games. */
  room: string | null;
  game: number | null;
  isReview: boolean;
}

export function addressOf(tree: Tree): string {
  const [start, ...steps] = pathTo(tree, tree.at);
  const asked = new URLSearchParams({ position: start?.position ?? "" });
  if (steps.length > 0) asked.set("moves", steps.map((one) => one.step).join(" "));
  return `/analysis?${asked.toString()}`;
}

export function askedIn(search: string): Asked {
  const asked = new URLSearchParams(search);
  return {
    position: asked.get("position"),
    moves: asked.get("moves")?.split(" ").filter(Boolean) ?? [],
    room: asked.get("room"),
    game: asked.has("game") ? Number(asked.get("game")) : null,
    isReview: asked.has("review"),
  };
}
