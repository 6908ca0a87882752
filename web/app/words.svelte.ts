/** The texts of the app, one file for each language in `words/`. */

import type { Card } from "../board/cards";
import type { Say } from "../board/words";
import english from "./words/en.json";
import { settings } from "./settings.svelte";

type Table = Record<string, string>;

const FILES = import.meta.glob<Table>("./words/*.json", { import: "default" });
/** The long texts of the lessons, which only their pages load. */
const LESSONS = import.meta.glob<Table>("./lessons/*.json", { import: "default" });

export const LANGUAGES = Object.keys(FILES).map((path) => path.slice("./words/".length, -".json".length));

let table = $state.raw<Table>(english);
let lessons = $state.raw<Table>({});

/** Loads the chosen language; English if there is no such file. */
export async function loadWords(): Promise<void> {
  const load = FILES[`./words/${settings.language}.json`];
  if (!load) settings.language = "en";
  table = load ? await load() : english;
  document.documentElement.lang = settings.language;
  if (Object.keys(lessons).length > 0) await loadLessons();
}

/** Loads the lessons; English if the chosen language has none. */
export async function loadLessons(): Promise<void> {
  const load = LESSONS[`./lessons/${settings.language}.json`] ?? LESSONS["./lessons/en.json"];
  if (load) lessons = await load();
}

/** The text of a key; `{name}` in it is replaced by that value. English where a translation lacks it. */
export const say: Say = (key, values = {}) => {
  const text = table[key] ?? lessons[key] ?? (english as Table)[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
};

export function cardName(card: Card): string {
  return card.names[settings.language] ?? card.name;
}
