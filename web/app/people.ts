/** Names of people and variants. */

import type { PersonState, RulesJson } from "./client/wire";
import { say } from "./words.svelte";

export function personName(person: PersonState | null): string {
  if (!person) return say("room.free");
  return person.is_computer ? say("room.computer", { level: person.name }) : person.name;
}

export const VARIANTS = [
  "base",
  "senseis-path",
  "way-of-the-wind",
  "way-of-shadow",
  "way-of-light",
  "shadow-and-wind",
  "light-and-wind",
] as const;

/** The name of what is played. */
export function variantName(rules: string | RulesJson): string {
  if (typeof rules === "string")
    return say((VARIANTS as readonly string[]).includes(rules) ? `variant.${rules}` : "variant.other");
  if (rules.hidden && rules.spirit) return say(`variant.${rules.hidden}-and-wind`);
  if (rules.hidden) return say(`variant.way-of-${rules.hidden}`);
  return say(rules.spirit ? "variant.way-of-the-wind" : "variant.other");
}
