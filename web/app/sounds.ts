/** Sounds made by code: a tap of wood for a move, two for a capture, a bell for the end. */

import type { BoardState } from "../board/board";
import { piecesOf } from "../board/view";

export type Sound = "move" | "capture" | "end";

/** What is heard when one state follows another; null for nothing. */
export function soundFor(before: BoardState | null, after: BoardState): Sound | null {
  if (!before || before.moment === after.moment || !after.last || before.seat !== after.seat) return null;
  const count = (state: BoardState): number => piecesOf(state.view).filter((one) => one.kind !== "ninja").length;
  const lost = count(before) - count(after);
  if (lost < 0) return null; // another game, or a step back
  const hasEnded = after.view.outcome !== null && before.view.outcome === null;
  if (hasEnded) return "end";
  return lost > 0 ? "capture" : "move";
}

interface Tone {
  /** When it begins. */
  at_s: number;
  hertz: number;
  length_s: number;
  loudness: number;
  shape: OscillatorType;
}

const TAP: Tone = { at_s: 0, hertz: 190, length_s: 0.09, loudness: 0.5, shape: "triangle" };
const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  move: [TAP],
  capture: [TAP, { ...TAP, at_s: 0.07, hertz: 120, length_s: 0.16 }],
  end: [
    { at_s: 0, hertz: 392, length_s: 1.4, loudness: 0.25, shape: "sine" },
    { at_s: 0, hertz: 1083, length_s: 0.9, loudness: 0.08, shape: "sine" },
  ],
};

let context: AudioContext | null = null;

/** Plays a sound; where the browser does not let it, nothing is heard. */
export function playSound(sound: Sound): void {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    for (const tone of TONES[sound]) strike(context, tone);
  } catch {
    // no device for sound, or not allowed
  }
}

/** A tone that is struck and dies away. */
function strike(on: AudioContext, tone: Tone): void {
  const begin = on.currentTime + tone.at_s;
  const source = new OscillatorNode(on, { type: tone.shape, frequency: tone.hertz });
  const volume = new GainNode(on, { gain: 0 });
  volume.gain.setValueAtTime(tone.loudness, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + tone.length_s);
  source.connect(volume).connect(on.destination);
  source.start(begin);
  source.stop(begin + tone.length_s);
}
