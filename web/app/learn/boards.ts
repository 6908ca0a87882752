/** The boards of the lessons, which `web/lessons.py` computes, and how one is walked through. Pure. */

import type { BoardState } from "../../board/board";
import type { Colour } from "../../board/geometry";
import data from "./boards.json";
import { readView } from "./position";

/** Where a step leads, and how its reader may know it where that says more; -1 leads nowhere on this board. */
type Edge = number | [number, string];

export interface Node {
  /** The position as the reader may know it. */
  at: string;
  /** Who has won and how. */
  end?: string;
  steps?: Record<string, Edge>;
  /** Whether the turn that led here is what an exercise asks for. */
  is?: "right" | "wrong";
  /** What is played then, each turn with the node it leads to. */
  answers?: [string, number][];
  /** The step that a followed game goes on with. */
  next?: string;
}

export interface LessonBoard {
  goal?: "win" | "hold";
  turns?: number;
  nodes: Node[];
}

export const BOARDS = data as unknown as Readonly<Record<string, LessonBoard>>;

export const EXERCISES: readonly string[] = Object.keys(BOARDS).filter((name) => BOARDS[name]?.goal);

/** Where one is on a board. */
export interface Spot {
  node: number;
  /** The latest turn, or the part of it that has been made. */
  last: string;
  /** Counts what has happened, so that the board knows old from new. */
  moment: number;
}

export const START: Spot = { node: 0, last: "", moment: 0 };

export function nodeAt(board: LessonBoard, number: number): Node {
  const node = board.nodes[number];
  if (!node) throw new Error(`there is no node ${number}`);
  return node;
}

/** Where a step leads; null if it leads nowhere on this board. */
export function afterStep(board: LessonBoard, spot: Spot, step: string): Spot | null {
  const edge = nodeAt(board, spot.node).steps?.[step];
  if (edge === undefined || edge === -1) return null;
  const [node, told] = typeof edge === "number" ? [edge, step] : edge;
  const phase = readView(nodeAt(board, spot.node).at, []).turn?.phase;
  const isGoingOn = phase !== undefined && phase !== "place";
  return { node, last: isGoingOn && spot.last ? `${spot.last} ${told}` : told, moment: spot.moment + 1 };
}

/** The whole answer to an exercise's turn. */
export function afterAnswer(spot: Spot, [turn, node]: [string, number]): Spot {
  return { node, last: turn, moment: spot.moment + 1 };
}

/** Who reads this board: the player to move at its start. */
export function readerOf(board: LessonBoard): Colour {
  return readView(nodeAt(board, 0).at, []).to_move;
}

/** What the board widget shows of it. */
export function stateAt(board: LessonBoard, spot: Spot, isOpen: boolean): BoardState {
  const node = nodeAt(board, spot.node);
  const legal = isOpen && !node.end ? Object.keys(node.steps ?? {}) : [];
  const seat = readerOf(board);
  const view = readView(node.at, legal);
  return {
    view: { ...view, viewer: seat },
    seat,
    legal,
    moment: String(spot.moment),
    last: spot.last || null,
    arrows: [],
    aside: [],
  };
}

export type Mistake = "came-back" | "stone" | "stream" | "escapes" | "not-yet";

/**
 * Why a turn does not reach the goal, for words about it.
 *
 * @param card - the card that it gave away.
 * @param answers - what is played against it.
 */
export function mistakeOf(board: LessonBoard, card: string | null, answers: readonly [string, number][]): Mistake {
  const last = answers.at(-1);
  if (!last) return "not-yet";
  const end = nodeAt(board, last[1]).end;
  if (!end) return "escapes";
  if (answers.length > 1 && card !== null && last[0].startsWith(`${card}:`)) return "came-back";
  return end.endsWith("stream") ? "stream" : "stone";
}
