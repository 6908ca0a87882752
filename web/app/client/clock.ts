/** What the faces of a clock show. */

import type { Colour } from "../../board/geometry";
import type { ClockState } from "./wire";

/**
 * What a face shows now.
 *
 * @param nowMs - on the server's clock.
 */
export function leftMs(clock: ClockState, colour: Colour, nowMs: number): number {
  const left = colour === "red" ? clock.red_ms : clock.blue_ms;
  return clock.running === colour ? Math.max(0, left - Math.max(0, nowMs - clock.at_ms)) : left;
}

/** Minutes and seconds; under twenty seconds with tenths. */
export function clockText(ms: number): string {
  const tenths = Math.ceil(ms / 100);
  if (tenths < 200) return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
