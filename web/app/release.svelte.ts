/** Whether the server has a newer app than this page: then it offers to be loaded anew, and nobody plays a stale one. */

const EVERY_MS = 10 * 60 * 1000;
const SOONEST_MS = 30 * 1000;

let isNewer = $state(false);
let askedAt = 0;

export const release = {
  get isNewer(): boolean {
    return isNewer;
  },
  dismiss(): void {
    isNewer = false;
  },
};

/** The files that a first page names; each has a name made of its content. */
export function filesIn(html: string): string {
  return [...html.matchAll(/\/assets\/[\w.-]+/g)].map(String).sort().join(" ");
}

/** Looks for a new version now and then, when the page is shown again, and when a part of the old one is gone. */
export function followReleases(): void {
  const loaded = filesIn(document.head.innerHTML);
  if (!loaded) return; // not built: a page in development
  const look = async (): Promise<void> => {
    if (document.hidden || Date.now() - askedAt < SOONEST_MS) return;
    askedAt = Date.now();
    const answer = await fetch("/", { cache: "no-cache" }).catch(() => null);
    const found = answer?.ok ? filesIn(await answer.text()) : "";
    if (found && found !== loaded) isNewer = true;
  };
  askedAt = Date.now();
  setInterval(() => void look(), EVERY_MS);
  document.addEventListener("visibilitychange", () => void look());
  addEventListener("online", () => void look());
  addEventListener("vite:preloadError", (event) => {
    event.preventDefault();
    isNewer = true;
  });
}
