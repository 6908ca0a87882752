/** Reads what one viewer may know of a position from its line, as `docs/reference/notation.md` tells it. */

import { FILES, type Colour, type Square } from "../../board/geometry";
import type { Phase, Side, View } from "../../board/view";

const OWNERS: Readonly<Record<string, Colour>> = { M: "red", S: "red", m: "blue", s: "blue" };

/**
 * The view that a line of the lessons' boards says. Those lines are made by the build, so mistakes in them are not told.
 *
 * @param line - a position as its viewer may know it.
 * @param legal - the steps that may be chosen.
 */
export function readView(line: string, legal: readonly string[]): View {
  const [board = "", cards = "", toMove, turnNumber, ...fields] = line.split(" ");
  const options = new Map(fields.map((field) => field.split("=", 2) as [string, string]));
  const sides: Record<Colour, Side> = { red: emptySide(), blue: emptySide() };
  let spirit: Square | null = null;
  for (const [square, mark] of marksOf(board)) {
    const owner = OWNERS[mark];
    if (owner === undefined) spirit = square;
    else if (mark.toLowerCase() === "m") sides[owner].master = square;
    else sides[owner].students.push(square);
  }
  const alive = { red: 0, blue: 0 };
  for (const [colour, text] of pair(options.get("ninjas") ?? "-/-")) {
    const found = [...text.matchAll(/([a-e][1-5])(!?)|\?/g)];
    alive[colour] = found.length;
    sides[colour].ninjas = found.flatMap(([, square]) => square ?? []);
    sides[colour].revealed = found.flatMap(([, square, mark]) => (square && mark ? [square] : []));
  }
  for (const [colour, text] of pair(options.get("lanterns") ?? "0/0")) sides[colour].lanterns = Number(text);
  const [red = "", blue = "", side = ""] = cards.split("/");
  const hidden = options.get("hidden")?.split("-") ?? [];
  const view: View = {
    viewer: (options.get("seen-by") as Colour | undefined) ?? null,
    rules: { spirit: spirit !== null, hidden: (hidden[0] as "shadow" | "light" | undefined) ?? null },
    ...sides,
    spirit,
    hands: { red: red.split(","), blue: blue.split(",") },
    side,
    to_move: toMove === "b" ? "blue" : "red",
    turn_number: Number(turnNumber),
    ninjas_alive: alive,
    legal_steps: [...legal],
    outcome: null,
  };
  if (hidden[1]) view.rules.light_player = hidden[1] as Colour;
  const [, phase, card, due] = /^(\w+)(?::([\w-]+?))?(\+spirit)?$/.exec(options.get("phase") ?? "") ?? [];
  if (phase)
    view.turn = { phase: phase as Phase, card: card ?? null, spirit_due: phase === "spirit" || due !== undefined };
  return view;
}

function emptySide(): Side {
  return { master: null, students: [], ninjas: [], revealed: [], lanterns: 0 };
}

/** What stands on the board, from the rank that Blue has at home. */
function* marksOf(board: string): Generator<[Square, string]> {
  for (const [row, rank] of board.split("/").entries()) {
    const marks = rank.replace(/[1-5]/g, (count) => ".".repeat(Number(count)));
    for (const [column, mark] of [...marks].entries())
      if (mark !== ".") yield [`${FILES[column] ?? ""}${5 - row}`, mark];
  }
}

function pair(text: string): [Colour, string][] {
  const [red = "", blue = ""] = text.split("/");
  return [
    ["red", red],
    ["blue", blue],
  ];
}
