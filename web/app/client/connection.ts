/**
 * One WebSocket that comes back by itself: after a break it enters its rooms again, with the number of the last frame
 * of each, and sends again what has not been answered.
 *
 * A command that is sent twice is done once: the server refuses what has happened already as stale.
 */

import {
  VERSION,
  type Analysis,
  type Command,
  type Done,
  type Frame,
  type Help,
  type Refused,
  type Welcome,
} from "./wire";

export type Incoming =
  | (Welcome & { room?: undefined })
  | Done
  | Refused
  | Help
  | (Analysis & { room?: undefined })
  | { type: "matched"; room: string }
  | { type: "bye"; message: string; retry_ms: number; room?: undefined }
  | { type: "pong"; now_ms: number; room?: undefined }
  | Frame;

/** Whoever is told what comes for one room. */
export interface Listener {
  /** The number of the latest frame; null to be told everything anew. */
  number: () => number | null;
  onFrame: (frame: Frame) => void;
  onHelp: (help: Help) => void;
  /** The room cannot be followed: it is not there, or not shown. */
  onRefused: (refusal: Refused) => void;
}

/** What the computer is asked on the analysis board. */
export interface Question {
  position: string;
  /** Played on from it: in hidden games the computer then knows what the player to move has seen. */
  steps?: string[];
  lines: number;
  seconds: number;
}

export type Answer = Done | Refused;
export type Link = "connecting" | "open" | "lost" | "refused";

interface Waiting {
  text: string;
  settle: (answer: Answer) => void;
}

/** First and longest time to wait before trying again. */
const RETRY_MS = [300, 8000] as const;
/** Answers that end it: unknown version or identity. */
const FINAL_CODES = [4002, 4003];

export class Connection {
  /** The server's clock less our own. */
  offsetMs = 0;
  onLink: (link: Link) => void = () => undefined;
  onMatched: (room: string) => void = () => undefined;

  private socket: WebSocket | null = null;
  private readonly rooms = new Map<string, Listener>();
  private readonly waiting = new Map<string, Waiting>();
  /** Questions on the analysis board that are still wanted; after a break they are asked again. */
  private readonly studies = new Map<string, { text: string; onAnalysis: (analysis: Analysis) => void }>();
  private nextId = 1;
  private retryMs: number = RETRY_MS[0];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  /**
   * @param url - of the socket.
   * @param secret - of an identity; null to be whom the cookie says.
   */
  constructor(
    private readonly url: string,
    private readonly secret: string | null = null,
  ) {
    this.open();
  }

  /** Follows a room until the returned function is called. */
  enter(room: string, listener: Listener): () => void {
    this.rooms.set(room, listener);
    if (this.isOpen) void this.ask(room, listener);
    return () => {
      this.rooms.delete(room);
      if (this.isOpen) void this.send({ type: "exit", room });
    };
  }

  command(room: string, command: Command): Promise<Answer> {
    return this.send({ ...command, room });
  }

  /**
   * Asks what the computer thinks of a position, until the returned function is called; one at a time.
   *
   * @param question - the position, how many lines, for how long.
   * @param onAnalysis - told again and again, at last with `is_final`.
   */
  analyse(question: Question, onAnalysis: (analysis: Analysis) => void): () => void {
    const id = String(this.nextId++);
    const text = JSON.stringify({ type: "analyse", ...question, id });
    this.studies.set(id, { text, onAnalysis });
    if (this.isOpen) this.socket?.send(text);
    return () => {
      // The next question ends this one; so it is only said if there is none.
      if (!this.studies.delete(id)) return;
      setTimeout(() => {
        if (this.studies.size === 0 && this.isOpen) void this.send({ type: "stop" });
      });
    };
  }

  send(message: object): Promise<Answer> {
    const id = String(this.nextId++);
    const text = JSON.stringify({ ...message, id });
    return new Promise((settle) => {
      this.waiting.set(id, { text, settle });
      if (this.isOpen) this.socket?.send(text);
    });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Comes back with another cookie, after somebody got a name. */
  restart(): void {
    this.retryMs = 0;
    if (this.socket) this.socket.close();
    else this.open();
  }

  private async ask(room: string, listener: Listener): Promise<void> {
    const answer = await this.send({ type: "enter", room, number: listener.number() });
    if (answer.type === "refused") listener.onRefused(answer);
  }

  private get isOpen(): boolean {
    return this.socket?.readyState === 1;
  }

  private open(): void {
    clearTimeout(this.timer);
    this.onLink("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", version: VERSION, ...(this.secret ? { secret: this.secret } : {}) }));
      const unanswered = [...this.waiting].filter(([, { text }]) => !/"type":"(enter|exit|stop)"/.test(text));
      for (const [id] of this.waiting) if (!unanswered.some(([kept]) => kept === id)) this.waiting.delete(id);
      for (const [room, listener] of this.rooms) void this.ask(room, listener);
      for (const [, { text }] of unanswered) socket.send(text);
      for (const { text } of this.studies.values()) socket.send(text);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as Incoming);
    socket.onclose = (event) => this.lost(event.code);
  }

  private lost(code: number): void {
    this.socket = null;
    if (this.isClosed) return;
    if (FINAL_CODES.includes(code)) {
      this.onLink("refused");
      return;
    }
    this.onLink("lost");
    const wait = this.retryMs * (0.7 + 0.6 * Math.random());
    this.retryMs = Math.min(Math.max(this.retryMs * 2, RETRY_MS[0]), RETRY_MS[1]);
    this.timer = setTimeout(() => this.open(), wait);
  }

  private receive(message: Incoming): void {
    switch (message.type) {
      case "welcome":
        this.retryMs = RETRY_MS[0];
        this.offsetMs = (message as Welcome).now_ms - Date.now();
        this.onLink("open");
        break;
      case "refused":
        this.tellStudy({ ...(message as Refused), type: "analysis", is_final: true });
        this.settle(message as Answer);
        break;
      case "done":
        this.settle(message as Answer);
        break;
      case "matched":
        this.onMatched((message as { room: string }).room);
        break;
      case "bye":
        this.retryMs = (message as { retry_ms: number }).retry_ms;
        break;
      case "pong":
        break;
      case "analysis":
        this.tellStudy(message as Analysis);
        break;
      case "help":
        this.rooms.get((message as Help).room)?.onHelp(message as Help);
        break;
      default: // frames have many types, and a later server may know more
        if ("state" in message && message.room) this.rooms.get(message.room)?.onFrame(message as Frame);
    }
  }

  private tellStudy(analysis: Analysis): void {
    const id = String(analysis.id);
    const study = this.studies.get(id);
    if (analysis.is_final) this.studies.delete(id);
    study?.onAnalysis(analysis);
  }

  private settle(answer: Answer): void {
    const id = String(answer.id);
    this.waiting.get(id)?.settle(answer);
    this.waiting.delete(id);
  }
}
