/** What is on each page of the lessons: headings and texts by their keys, boards by their names. */

export interface Section {
  /** The key below the page's: `lesson.PAGE.ID` is the heading, `lesson.PAGE.ID.text` the text. */
  id: string;
  board?: string;
  /** No printed rulebook has it (R80 and others). */
  isHouseRule?: boolean;
}

export interface LessonPage {
  id: string;
  sections: Section[];
}

export const VARIANT_PAGES: readonly LessonPage[] = [
  {
    id: "base",
    sections: [
      { id: "setup" },
      { id: "turn", board: "base-turn" },
      { id: "stone", board: "base-stone" },
      { id: "stream", board: "base-stream" },
      { id: "over", board: "base-jump" },
      { id: "pass", board: "base-pass" },
      { id: "not" },
    ],
  },
  { id: "senseis-path", sections: [{ id: "cards", board: "sensei-turn" }, { id: "mix" }] },
  {
    id: "way-of-the-wind",
    sections: [
      { id: "setup" },
      { id: "turn", board: "wind-turn" },
      { id: "swap", board: "wind-swap" },
      { id: "alone", board: "wind-alone" },
      { id: "think" },
    ],
  },
  {
    id: "way-of-shadow",
    sections: [
      { id: "setup", board: "shadow-place" },
      { id: "capture", board: "shadow-capture" },
      { id: "challenge", board: "shadow-challenge" },
      { id: "lantern", board: "shadow-lantern" },
      { id: "rules" },
      { id: "end" },
    ],
  },
  {
    id: "way-of-light",
    sections: [
      { id: "setup" },
      { id: "light", board: "light-light" },
      { id: "shadow", board: "light-shadow" },
      { id: "end" },
    ],
  },
  {
    id: "formats",
    sections: [
      { id: "promo", board: "dual-turn" },
      { id: "together", isHouseRule: true },
      { id: "mirror", isHouseRule: true },
      { id: "clock", isHouseRule: true },
      { id: "coaching", isHouseRule: true },
      { id: "takeback", isHouseRule: true },
      { id: "draw", isHouseRule: true },
    ],
  },
];

export const STRATEGY: LessonPage = {
  id: "strategy",
  sections: [
    { id: "journey" },
    { id: "now" },
    { id: "stream" },
    { id: "both", board: "strategy-both" },
    { id: "guard" },
    { id: "middle" },
    { id: "last" },
  ],
};

/** The first steps, in their order. */
export const STEPS = ["demo", "first-game"] as const;
/** What makes a player better, and what is looked up. */
export const MORE = ["strategy", "exercises"] as const;
export const LOOK_UP = ["cards", "glossary"] as const;

export const TERMS = [
  "board",
  "capture",
  "card",
  "challenge",
  "deal",
  "deck",
  "dual-card",
  "exchange",
  "forced-pass",
  "hand",
  "home-row",
  "house-rule",
  "lantern",
  "light",
  "master",
  "mirror-card",
  "mirror-match",
  "movement-card",
  "ninja",
  "pawn",
  "piece",
  "record",
  "red-blue",
  "revealed",
  "seed",
  "side-card",
  "spirit",
  "stamp",
  "student",
  "swap",
  "temple",
  "turn",
  "stone",
  "stream",
  "wind-card",
] as const;

/** The boards of a page that can be tried. */
export function boardsOf(page: LessonPage): string[] {
  return page.sections.flatMap((section) => section.board ?? []);
}
