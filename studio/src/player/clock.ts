/** The player's clock: plays, holds or loops between 0 and its length. Time is in seconds. */
import { addTick, wake } from "../state/frameLoop";

export interface ClockState {
  readonly time: number;
  readonly playing: boolean;
  readonly speed: number;
  readonly loop: boolean;
}

export class Clock {
  private state: ClockState = { time: 0, playing: false, speed: 1, loop: true };
  private last = 0;
  private readonly stop: () => void;

  constructor(
    readonly length: number,
    private readonly changed: (state: ClockState) => void,
  ) {
    this.stop = addTick((now) => this.tick(now));
  }

  get now(): ClockState {
    return this.state;
  }

  set(part: Partial<ClockState>): void {
    const before = this.state;
    const time = Math.min(Math.max(part.time ?? before.time, 0), this.length);
    const restart = part.playing && !before.playing && time >= this.length;
    this.state = { ...before, ...part, time: restart ? 0 : time };
    if (this.state.playing && !before.playing) {
      this.last = performance.now();
      wake();
    }
    this.changed(this.state);
  }

  dispose(): void {
    this.stop();
  }

  private tick(now: number): boolean {
    const { playing, time, speed, loop } = this.state;
    if (!playing) return false;
    const next = time + (Math.max(0, now - this.last) / 1000) * speed;
    this.last = now;
    if (next < this.length) this.set({ time: next });
    else if (loop && this.length > 0) this.set({ time: next % this.length });
    else this.set({ time: this.length, playing: false });
    return this.state.playing;
  }
}
