/** The client keeps what it is told, and comes back after a break. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clockText, leftMs } from "../app/client/clock";
import { Connection } from "../app/client/connection";
import { fold } from "../app/client/fold";
import type { Frame, RoomState, Snapshot } from "../app/client/wire";

const STATE = { status: "playing", dealt: { cards: "", starter: "blue", seed: 1 } } as unknown as RoomState;
const SNAPSHOT = {
  type: "snapshot",
  room: "r",
  number: 3,
  setup: {},
  turns: ["place:b1", "place:?", "ox:c5c4"],
  state: STATE,
};
const snapshot = SNAPSHOT as unknown as Snapshot;
const frame = (number: number, more: Partial<Frame> = {}): Frame => ({
  type: "stepped",
  room: "r",
  number,
  state: STATE,
  ...more,
});

describe("fold", () => {
  it("gives every turn its number and player", () => {
    expect(fold(null, snapshot)?.turns.map(({ turn, player }) => [turn, player])).toEqual([
      [0, "red"],
      [0, "red"],
      [1, "blue"],
    ]);
  });

  it("joins the parts of a turn", () => {
    const kept = fold(fold(null, snapshot), frame(4, { told: [{ turn: 2, player: "red", text: "boar:c1c2" }] }));
    const more = fold(kept, frame(5, { told: [{ turn: 2, player: "red", text: "ninja:?" }] }));
    expect(more?.turns.at(-1)?.text).toBe("boar:c1c2 ninja:?");
  });

  it("forgets the turns of an earlier game", () => {
    expect(fold(fold(null, snapshot), frame(4, { type: "started", turns: [] }))?.turns).toEqual([]);
  });

  it("takes no frame twice and notices a missing one", () => {
    const kept = fold(null, snapshot);
    expect(fold(kept, frame(3))).toBe(kept);
    expect(fold(kept, frame(5))).toBeNull();
    expect(fold(null, frame(1))).toBeNull();
  });
});

describe("clock", () => {
  const clock = { red_ms: 60_000, blue_ms: 5_000, running: "red" as const, at_ms: 1_000 };
  it("runs for one", () => {
    expect([leftMs(clock, "red", 11_000), leftMs(clock, "blue", 11_000)]).toEqual([50_000, 5_000]);
    expect(leftMs(clock, "red", 100_000)).toBe(0);
  });
  it("shows tenths at the end only", () => {
    expect([clockText(300_000), clockText(61_000), clockText(20_000), clockText(9_340)]).toEqual([
      "5:00",
      "1:01",
      "0:20",
      "0:09.4",
    ]);
  });
});

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  open(): void {
    this.readyState = 1;
    this.onopen();
  }
  hear(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  close(code = 1006): void {
    this.readyState = 3;
    this.onclose({ code });
  }
}

describe("connection", () => {
  beforeEach(() => {
    FakeSocket.all = [];
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const last = (): FakeSocket => FakeSocket.all[FakeSocket.all.length - 1] as FakeSocket;

  const deaf = { number: () => null, onFrame: () => undefined, onHelp: () => undefined, onRefused: () => undefined };

  it("tells when a room cannot be entered", async () => {
    const connection = new Connection("ws://x");
    const told = new Promise((onRefused) => connection.enter("r", { ...deaf, onRefused }));
    last().open();
    last().hear({ type: "refused", id: last().sent.at(-1)?.id, code: "no-room", message: "there is no such room" });
    expect(await told).toMatchObject({ code: "no-room" });
  });

  it("says hello first, and enters again with the latest number", () => {
    let number: number | null = null;
    const connection = new Connection("ws://x");
    connection.enter("r", { ...deaf, number: () => number, onFrame: (one) => (number = one.number) });
    last().open();
    expect(last().sent.map(({ type, number }) => [type, number])).toEqual([
      ["hello", undefined],
      ["enter", null],
    ]);
    last().hear(snapshot);
    last().close();
    vi.advanceTimersByTime(1000);
    last().open();
    expect(FakeSocket.all).toHaveLength(2);
    expect(last().sent.at(-1)).toMatchObject({ type: "enter", room: "r", number: 3 });
  });

  it("sends again what was not answered, and settles it once", async () => {
    const connection = new Connection("ws://x");
    last().open();
    const answer = connection.command("r", { type: "step", moment: 1, step: "ox:c1c2" });
    const { id } = last().sent.at(-1) as { id: string };
    last().close();
    vi.advanceTimersByTime(1000);
    last().open();
    expect(last().sent.at(-1)).toMatchObject({ type: "step", id });
    last().hear({ type: "refused", id, code: "stale", message: "" });
    await expect(answer).resolves.toMatchObject({ code: "stale" });
  });

  it("asks again what the analysis board still wants to know, until the last word", () => {
    const connection = new Connection("ws://x");
    const told: boolean[] = [];
    connection.analyse({ position: "p", lines: 1, seconds: 1 }, (one) => told.push(one.is_final));
    last().open();
    const { id } = last().sent.at(-1) as { id: string };
    last().hear({ type: "done", id });
    last().close();
    vi.advanceTimersByTime(1000);
    last().open();
    expect(last().sent.filter((one) => one.type === "analyse")).toMatchObject([{ id, position: "p" }]);
    last().hear({ type: "refused", id, code: "too-many", message: "" });
    expect(told).toEqual([true]);
    last().close();
    vi.advanceTimersByTime(1000);
    last().open();
    expect(last().sent.map(({ type }) => type)).toEqual(["hello"]);
  });

  it("gives up when this version is not spoken any more", () => {
    const links: string[] = [];
    const connection = new Connection("ws://x");
    connection.onLink = (link) => links.push(link);
    last().close(4002);
    vi.advanceTimersByTime(60_000);
    expect([links.at(-1), FakeSocket.all.length]).toEqual(["refused", 1]);
  });
});
