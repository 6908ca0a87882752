/** Turns in words, for the list of turns. */

import type { Say } from "../board/words";
import { CARDS } from "./cards";
import { cardName } from "./words.svelte";

/** `boar:c1c2 ninja:?` as people read it. */
export function turnInWords(say: Say, text: string): string {
  return text
    .split(" ")
    .map((step) => stepInWords(say, step))
    .join(" · ");
}

function stepInWords(say: Say, step: string): string {
  const match = /^([a-z-]+):([^=]+)(?:=(\w+))?$/.exec(step);
  if (!match) return step;
  const [, head = "", tail = "", fact] = match;
  const squares = (tail.match(/[a-e][1-5]/g) ?? []).join("–");
  const told = fact ? ` (${say(`turn.fact.${fact}`)})` : "";
  const card = CARDS.get(head);
  if (card) {
    if (tail === "pass") return say("turn.pass", { card: cardName(card) });
    return `${cardName(card)} ${tail.startsWith("?") ? `?${squares && `–${squares}`}` : squares}${told}`;
  }
  switch (head) {
    case "ninja":
      if (tail === "stay") return say("turn.ninja-stay");
      return (
        say("turn.ninja", { squares: tail.startsWith("?") ? `?${squares && `–${squares}`}` : squares }) +
        (tail.endsWith("!") ? "!" : "") +
        told
      );
    case "spirit":
      return say("turn.spirit", { squares }) + told;
    case "lantern":
      return tail === "none" ? say("turn.no-lantern") : say("turn.lantern", { line: tail }) + told;
    case "place":
      return say("turn.place", { squares: tail === "?" ? "?" : squares });
    default:
      return step;
  }
}
