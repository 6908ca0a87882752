/** What a person has chosen for this browser. Where nothing may be kept, it lasts as long as the page. */

export interface Settings {
  language: string;
  theme: "auto" | "light" | "dark";
  coordinates: boolean;
  cardNames: boolean;
  motion: boolean;
  sounds: boolean;
  /** Colours that are told apart by everybody. */
  clearColours: boolean;
}

const KEY = "onitama.settings";

const DEFAULTS: Settings = {
  language: navigator.language.slice(0, 2),
  theme: "auto",
  coordinates: true,
  cardNames: true,
  motion: true,
  sounds: false,
  clearColours: false,
};

export const settings = $state<Settings>({ ...DEFAULTS, ...read() });

const night = matchMedia("(prefers-color-scheme: dark)");

/** Keeps the settings, and lets the page follow them from now on. */
export function followSettings(): void {
  night.addEventListener("change", apply);
  $effect.root(() => {
    $effect(() => {
      apply();
      keep(KEY, JSON.stringify(settings));
    });
  });
}

function apply(): void {
  const isDark = settings.theme === "dark" || (settings.theme === "auto" && night.matches);
  Object.assign(document.documentElement.dataset, {
    theme: isDark ? "dark" : "light",
    coordinates: settings.coordinates ? "on" : "off",
    cardNames: settings.cardNames ? "on" : "off",
    motion: settings.motion ? "on" : "off",
    clearColours: settings.clearColours ? "on" : "off",
  });
}

function read(): Partial<Settings> {
  try {
    return JSON.parse(kept(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

/** What is kept in this browser; null if it keeps nothing. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text in this browser, if it does so; null forgets it. */
export function keep(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // blocked or full: then it lasts as long as the page
  }
}

/** Forgets all that is kept in this browser, except the settings. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith("onitama.") && key !== KEY) localStorage.removeItem(key);
  } catch {
    // blocked: then nothing was kept
  }
}
