/** Edits on their way to the server: sent one after the other, repeated under the same id until it answers, kept over a reload. */
import { RefusedError } from "../protocol/api";
import type { CommandRequest, CommandResult, HistoryRequest } from "../protocol/types";

/** An edit that a panel's server side makes: answered like a command, and done once however often it is sent. */
export interface PanelEdit {
  readonly what: "panel";
  readonly panel: string;
  readonly path: string;
  readonly request: HistoryRequest & Readonly<Record<string, unknown>>;
}

export type Letter =
  | { readonly what: "command"; readonly request: CommandRequest }
  | PanelEdit
  | { readonly what: "undo" | "redo"; readonly request: HistoryRequest };

export interface OutboxEvents {
  /** The queue changed. */
  onQueue(letters: readonly Letter[]): void;
  onResult(letter: Letter, result: CommandResult): void;
  /** The server said no; the letter is dropped. */
  onRefused(letter: Letter, error: RefusedError): void;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2000;
const KEY = "outbox";

export class Outbox {
  private letters: Letter[];
  private sending = false;
  private wakeUp: (() => void) | null = null;

  constructor(
    private readonly send: (letter: Letter) => Promise<CommandResult>,
    private readonly events: OutboxEvents,
    private readonly storage: Pick<Storage, "getItem" | "setItem">,
  ) {
    this.letters = readLetters(storage);
  }

  get queue(): readonly Letter[] {
    return this.letters;
  }

  /** Sends what a reload interrupted. */
  start(): void {
    if (this.letters.length > 0) this.events.onQueue(this.letters);
    void this.work();
  }

  push(letter: Letter): void {
    this.keep([...this.letters, letter]);
    void this.work();
  }

  /** Takes out letters that the live socket has shown to be applied. */
  confirm(ids: ReadonlySet<string>): void {
    const rest = this.letters.filter((letter) => !ids.has(letter.request.id));
    if (rest.length < this.letters.length) this.keep(rest);
  }

  /** Tries again now: the server is back. */
  retryNow(): void {
    this.wakeUp?.();
  }

  private keep(letters: Letter[]): void {
    this.letters = letters;
    this.storage.setItem(KEY, JSON.stringify(letters));
    this.events.onQueue(letters);
  }

  private async work(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    let pause = FIRST_PAUSE_MS;
    for (let letter = this.letters[0]; letter; letter = this.letters[0]) {
      try {
        const result = await this.send(letter);
        // The new states first, then the letter out of the queue: the edit must not vanish in between.
        this.events.onResult(letter, result);
        this.remove(letter);
        pause = FIRST_PAUSE_MS;
      } catch (error) {
        if (error instanceof RefusedError) {
          this.remove(letter);
          this.events.onRefused(letter, error);
        } else {
          await this.rest(pause);
          pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        }
      }
    }
    this.sending = false;
  }

  private remove(letter: Letter): void {
    this.keep(this.letters.filter((other) => other.request.id !== letter.request.id));
  }

  private rest(pause: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pause);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function readLetters(storage: Pick<Storage, "getItem">): Letter[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as Letter[]) : [];
  } catch {
    return []; // not ours, or cut short: nothing in it was confirmed
  }
}
