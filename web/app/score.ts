/** What the computer thinks of a position, for people: whose it is, by how much, and in how many turns it is over. */

import { other, type Colour } from "../board/geometry";
import type { Say } from "../board/words";
import type { HelpLine } from "./client/wire";

export type Verdict =
  /** Somebody wins by force; in so many turns of the winner, if that has been counted. */
  | { kind: "win"; winner: Colour; turns: number | null }
  | { kind: "draw" }
  /** In hundredths of a student, from Red's view. */
  | { kind: "score"; red: number };

export type Judged = Pick<HelpLine, "score" | "proven" | "plies_to_end">;

/** What a line says, whose numbers are from the view of the player to move. */
export function verdictOf(line: Judged, toMove: Colour): Verdict {
  if (line.proven === "draw") return { kind: "draw" };
  if (line.proven) {
    const winner = line.proven === "win" ? toMove : other(toMove);
    // The winner makes every other turn, and the last one.
    return { kind: "win", winner, turns: line.plies_to_end ? Math.ceil(Math.abs(line.plies_to_end) / 2) : null };
  }
  return { kind: "score", red: toMove === "red" ? line.score : -line.score };
}

/** How likely Red wins, roughly, from 0 to 1: a student more wins about two games of three. */
export function redShare(verdict: Verdict): number {
  switch (verdict.kind) {
    case "win":
      return verdict.winner === "red" ? 1 : 0;
    case "draw":
      return 0.5;
    default:
      return 1 / (1 + Math.exp(-verdict.red / 150));
  }
}

export function verdictInWords(say: Say, verdict: Verdict): string {
  switch (verdict.kind) {
    case "win": {
      const colour = say(`room.${verdict.winner}`);
      if (verdict.turns === null) return say("score.win", { colour });
      return say(verdict.turns === 1 ? "score.win-in-1" : "score.win-in", { colour, turns: verdict.turns });
    }
    case "draw":
      return say("score.draw");
    default: {
      if (isEven(verdict.red)) return say("score.even");
      return say("score.ahead", {
        colour: say(verdict.red > 0 ? "room.red" : "room.blue"),
        students: students(say, verdict.red),
      });
    }
  }
}

/** With one decimal, as the language writes it. */
function students(say: Say, hundredths: number): string {
  return (Math.abs(hundredths) / 100).toFixed(1).replace(".", say("score.point"));
}

const isEven = (hundredths: number): boolean => Math.abs(hundredths) < 5;

function signed(say: Say, red: number): string {
  return `${isEven(red) ? "" : red > 0 ? "+" : "−"}${students(say, red)}`;
}

/** The same in a few signs, from Red's view. */
export function verdictShort(say: Say, verdict: Verdict): string {
  switch (verdict.kind) {
    case "win":
      return say(`score.short.${verdict.winner}`, { turns: verdict.turns ?? "…" });
    case "draw":
      return "=";
    default:
      return signed(say, verdict.red);
  }
}
