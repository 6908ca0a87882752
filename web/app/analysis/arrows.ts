/** Threats as arrows on the board. */

import type { Colour } from "../../board/geometry";
import type { Arrow } from "../../board/ground";

/** Reads `red: tiger:c1c3 takes a student`; words of a later version draw nothing. */
export function arrowsOf(threats: readonly string[]): Arrow[] {
  const found = new Map<string, Arrow>();
  for (const threat of threats) {
    const match = /^(red|blue): [a-z-]+:([a-e][1-5])([a-e][1-5])\b/.exec(threat);
    const [, owner, from, to] = match ?? [];
    if (from && to) found.set(from + to, { from, to, kind: "threat", owner: owner as Colour });
  }
  return [...found.values()];
}
