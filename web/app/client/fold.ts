/** What a client keeps of a room, from frame to frame. Pure. */

import { other } from "../../board/geometry";
import type { Frame, RoomState, Setup, Snapshot, TurnText } from "./wire";

export interface Kept {
  number: number;
  setup: Setup;
  state: RoomState;
  /** One entry for each turn, its parts joined. */
  turns: TurnText[];
}

/**
 * The room after a frame.
 *
 * @returns null if frames are missing: then everything has to be asked for anew.
 */
export function fold(kept: Kept | null, frame: Frame): Kept | null {
  if (isSnapshot(frame)) {
    return { number: frame.number, setup: frame.setup, state: frame.state, turns: whole(frame) };
  }
  if (!kept) return null;
  if (frame.number <= kept.number) return kept;
  if (frame.number !== kept.number + 1) return null;
  const turns = frame.turns ? whole(frame) : joined(kept.turns, frame.told ?? []);
  return { ...kept, number: frame.number, state: frame.state, turns };
}

function isSnapshot(frame: Frame): frame is Snapshot {
  return frame.type === "snapshot";
}

/** All turns of a game, of which the first may place ninjas. */
function whole(frame: Frame): TurnText[] {
  const texts = frame.turns ?? [];
  const placements = texts.filter((text) => text.startsWith("place:")).length;
  const starter = frame.state.dealt?.starter ?? "red";
  return texts.map((text, index) => {
    const turn = Math.max(0, index + 1 - placements);
    return { turn, player: turn % 2 === 1 ? starter : other(starter), text };
  });
}

/** Puts what belongs to one turn into one entry. */
function joined(turns: readonly TurnText[], more: readonly TurnText[]): TurnText[] {
  const all = [...turns];
  for (const one of more) {
    const last = all[all.length - 1];
    if (last && last.turn === one.turn && one.turn > 0)
      all[all.length - 1] = { ...last, text: `${last.text} ${one.text}` };
    else all.push(one);
  }
  return all;
}
