/** The computer's view of one position, or of one after the other, as it comes from the server. */

import type { Question } from "../client/connection";
import type { Analysis } from "../client/wire";
import { connect, needMe } from "../me.svelte";

/** Asks about a position until it is told to stop; the answers come to `onAnalysis`. */
export function follow(question: Question, onAnalysis: (analysis: Analysis) => void): () => void {
  let stop: (() => void) | null = null;
  let isOver = false;
  void needMe().then(
    () => {
      if (!isOver) stop = connect().analyse(question, onAnalysis);
    },
    (error: unknown) =>
      onAnalysis({ type: "analysis", id: null, is_final: true, message: error instanceof Error ? error.message : "" }),
  );
  return () => {
    isOver = true;
    stop?.();
  };
}

/** The last word about a position; rejected if it is stopped or refused. */
export function ask(question: Question, signal: AbortSignal): Promise<Analysis> {
  return new Promise((resolve, reject) => {
    const stop = follow(question, (analysis) => {
      if (!analysis.is_final) return;
      if (analysis.lines) resolve(analysis);
      else reject(new Error(analysis.message ?? ""));
      stop();
    });
    signal.addEventListener("abort", () => {
      stop();
      reject(new Error("stopped"));
    });
  });
}
