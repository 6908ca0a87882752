/** One room as one person sees it, kept up to date. */

import type { Connection } from "./client/connection";
import { fold, type Kept } from "./client/fold";
import type { Command, Frame, Help, Refused } from "./client/wire";

export class Room {
  kept = $state.raw<Kept | null>(null);
  /** Why the latest command, or the room itself, was refused. */
  refusal = $state.raw<Refused | null>(null);
  help = $state.raw<Help | null>(null);
  /** Counts refused commands: then what was chosen on the board can be chosen again. */
  refusals = $state(0);

  private exit: (() => void) | null = null;

  constructor(
    readonly id: string,
    private readonly connection: Connection,
  ) {
    this.enter();
  }

  /** The server's clock. */
  get nowMs(): number {
    return Date.now() + this.connection.offsetMs;
  }

  async send(command: Command): Promise<boolean> {
    const answer = await this.connection.command(this.id, command);
    if (answer.type === "done") {
      this.refusal = null;
      return true;
    }
    this.refusal = answer;
    this.refusals += 1;
    return false;
  }

  /** One step of the turn, in the way that is due. */
  step(step: string): Promise<boolean> {
    const state = this.kept?.state;
    if (!state) return Promise.resolve(false);
    const type = step.startsWith("place:") ? "place" : state.coaching ? "propose" : "step";
    return this.send({ type, moment: state.moment, step });
  }

  leave(): void {
    this.exit?.();
  }

  private enter(): void {
    this.exit = this.connection.enter(this.id, {
      number: () => this.kept?.number ?? null,
      onFrame: (frame) => this.onFrame(frame),
      onHelp: (help) => (this.help = help),
      onRefused: (refusal) => (this.refusal = refusal),
    });
  }

  private onFrame(frame: Frame): void {
    const next = fold(this.kept, frame);
    if (next) this.kept = next;
    else {
      this.kept = null;
      this.exit?.();
      this.enter();
    }
  }
}
