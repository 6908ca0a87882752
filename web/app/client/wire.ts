/** What is said on the socket, as `docs/reference/server.md` tells it. */

import type { Colour, Square } from "../../board/geometry";
import type { View } from "../../board/view";

export const VERSION = 1;

export type Status = "waiting" | "playing" | "between" | "over" | "closed";
export type OfferKind = "draw" | "takeback" | "restart" | "hints" | "rematch";

/** How fast the computer plays against itself. */
export type Pace = "still" | "slow" | "human" | "quick";

export interface RulesJson {
  deck: string[] | null;
  spirit: boolean;
  wind_cards: number | null;
  hidden: "shadow" | "light" | null;
  lantern_rule?: "both" | "starter";
  light_player?: Colour;
}

/** What is played, as the server writes it. */
export interface Setup {
  rules: string | RulesJson;
  format: "single" | "mirror" | "coaching";
  time: string | null;
  colour: Colour | null;
  computer: string | null;
  stand_in: string | null;
  seed: number | null;
  deal: string | null;
  starter: Colour | null;
  spectators: boolean;
}

export interface PersonState {
  name: string;
  is_computer: boolean;
  colour: Colour | null;
  score: number;
  has_placed: boolean;
  is_ready: boolean;
  is_gone: boolean;
}

export interface Offer {
  number: number;
  person: 0 | 1;
  kind: OfferKind;
  turn_number: number | null;
}

export interface ClockState {
  red_ms: number;
  blue_ms: number;
  running: Colour | null;
  /** On the server's clock. */
  at_ms: number;
}

export interface RoomState {
  status: Status;
  closed_for: "withdrawn" | "expired" | "aborted" | "abandoned" | null;
  you: 0 | 1 | null;
  people: [PersonState | null, PersonState | null];
  game: number;
  moment: number;
  offer: Offer | null;
  may_have_help: boolean;
  /** Where the computer plays itself. */
  pace?: Pace | null;
  view: View | null;
  dealt?: { cards: string; starter: Colour; seed: number | null };
  placements?: string[];
  placed_aside?: string | null;
  clock?: ClockState | null;
  takeback_from?: number | null;
  suggests_draw?: boolean;
  coaching?: { proposal: string | null; threats: string[] } | null;
}

/** A turn, or a part of one, as the viewer may know it. */
export interface TurnText {
  turn: number;
  player: Colour;
  text: string;
}

export interface Frame {
  type: string;
  room: string;
  number: number;
  at_ms?: number;
  answer?: string;
  told?: TurnText[];
  /** Each a whole turn; the last one may be unfinished. */
  turns?: string[];
  state: RoomState;
}

export interface Snapshot extends Frame {
  type: "snapshot";
  setup: Setup;
  turns: string[];
}

export interface HelpLine {
  step: string;
  /** In hundredths of a student, from the view of the player to move. */
  score: number;
  proven: "win" | "loss" | "draw" | null;
  plies_to_end: number | null;
  turns: string[];
}

export interface Help {
  type: "help";
  id: number | string | null;
  room: string;
  kind: "hint" | "analysis";
  moment: number;
  to_move?: Colour;
  is_final: boolean;
  lines?: HelpLine[];
  code?: string;
  message?: string;
}

/** What the computer thinks of a position on the analysis board. */
export interface Analysis {
  type: "analysis";
  id: number | string | null;
  is_final: boolean;
  to_move?: Colour;
  lines?: HelpLine[];
  depth?: number;
  nodes?: number;
  code?: string;
  message?: string;
}

export interface Welcome {
  type: "welcome";
  version: number;
  name: string | null;
  now_ms: number;
}

export interface Done {
  type: "done";
  id: number | string | null;
  room?: string;
  number?: number;
}

export interface Refused {
  type: "refused";
  id: number | string | null;
  room?: string;
  code: string;
  message: string;
  number?: number;
  state?: RoomState;
}

/** A command of a room, without its room and id. */
export type Command =
  | { type: "join" | "leave" }
  | { type: "step" | "place" | "propose" | "confirm"; moment: number; step: string }
  | { type: "offer"; game: number; kind: OfferKind; turn_number?: number }
  | { type: "answer"; offer: number; answer: "accept" | "decline" | "withdraw" }
  | { type: "resign" | "abort" | "ready"; game: number }
  | { type: "pace"; pace: Pace }
  | { type: "help"; kind: "hint" | "analysis" };

/** The squares in a step that places ninjas. */
export function placedSquares(step: string | null | undefined): Square[] {
  return step?.match(/[a-e][1-5]/g) ?? [];
}
