/** Play, pause, scrub, loop: what moment is shown. Time is seconds; frames are counted at the active clip's rate. */
import { create } from "zustand";

import { addTick, wake } from "./frameLoop";

export interface Transport {
  readonly time: number;
  readonly playing: boolean;
  /** Times real time; below zero plays backwards. */
  readonly speed: number;
  readonly looping: boolean;
  /** In and out marks, seconds; null where not set. */
  readonly markIn: number | null;
  readonly markOut: number | null;
  /** The range in seconds that was asked to be looked at closely; null for the whole clip. */
  readonly closeUp: readonly [number, number] | null;
  /** Of the active clip. */
  readonly fps: number;
  readonly frames: number;
}

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;

export const useTransport = create<Transport>(() => ({
  time: 0,
  playing: false,
  speed: 1,
  looping: true,
  markIn: null,
  markOut: null,
  closeUp: null,
  fps: 30,
  frames: 0,
}));

const set = useTransport.setState;
const get = useTransport.getState;

/** The last moment there is, seconds. */
export function endOf(transport: Pick<Transport, "fps" | "frames">): number {
  return Math.max(0, transport.frames - 1) / transport.fps;
}

/** The part that plays: between the marks where they are set. */
export function rangeOf(transport: Transport): [number, number] {
  const end = endOf(transport);
  const start = Math.min(transport.markIn ?? 0, end);
  return [start, Math.max(start, Math.min(transport.markOut ?? end, end))];
}

/** The moment after `seconds` of real time have passed, and whether it still plays. */
export function advance(transport: Transport, seconds: number): Pick<Transport, "time" | "playing"> {
  const [start, end] = rangeOf(transport);
  const time = transport.time + seconds * transport.speed;
  if (transport.speed >= 0 ? time <= end : time >= start) return { time, playing: true };
  if (!transport.looping || end <= start) return { time: transport.speed >= 0 ? end : start, playing: false };
  const length = end - start;
  return { time: start + ((((time - start) % length) + length) % length), playing: true };
}

let lastNow: number | null = null;
addTick((now) => {
  const transport = get();
  if (!transport.playing) {
    lastNow = null;
    return false;
  }
  const passed = lastNow === null ? 0 : Math.min((now - lastNow) / 1000, 0.25); // a hidden page must not jump
  lastNow = now;
  set(advance(transport, passed));
  return true;
});

export function play(speed?: number): void {
  const transport = get();
  if (transport.frames === 0) return;
  const [start, end] = rangeOf(transport);
  const going = speed ?? Math.abs(transport.speed);
  const atEnd = going > 0 ? transport.time >= end - 1e-6 : transport.time <= start + 1e-6;
  const outside = transport.time < start || transport.time > end;
  set({ playing: true, speed: going, time: atEnd || outside ? (going > 0 ? start : end) : transport.time });
  wake();
}

export function pause(): void {
  set(({ speed }) => ({ playing: false, speed: Math.abs(speed) }));
}

export function togglePlay(): void {
  if (get().playing) pause();
  else play();
}

/** L and J as in film editing: again and again for faster. */
export function shuttle(direction: 1 | -1): void {
  const { playing, speed } = get();
  const going = playing && Math.sign(speed) === direction;
  play(going ? direction * Math.min(Math.abs(speed) * 2, 4) : direction);
}

/** Shows a moment; the last frame is the last moment. */
export function seek(time: number): void {
  const transport = get();
  set({ time: Math.min(Math.max(time, 0), endOf(transport)) });
}

export function seekFrame(frame: number): void {
  seek(frame / get().fps);
}

/** One frame (or more) on or back, from a whole frame to a whole frame. */
export function step(frames: number): void {
  pause();
  seekFrame(currentFrame() + frames);
}

/** The whole frame nearest to the moment shown. */
export function currentFrame(transport: Transport = get()): number {
  return Math.min(Math.max(Math.round(transport.time * transport.fps), 0), Math.max(0, transport.frames - 1));
}

export function setSpeed(speed: number): void {
  set((transport) => ({ speed: transport.speed < 0 ? -speed : speed }));
}

export function toggleLoop(): void {
  set(({ looping }) => ({ looping: !looping }));
}

/** Sets a mark at a moment; a mark that would turn the range over clears the other. */
export function setMark(which: "in" | "out", time: number | null): void {
  set(({ markIn, markOut }) =>
    which === "in"
      ? { markIn: time, markOut: time !== null && markOut !== null && markOut <= time ? null : markOut }
      : { markOut: time, markIn: time !== null && markIn !== null && markIn >= time ? null : markIn },
  );
}

/** Marks a range, goes to a frame of it, and asks the timeline to show it closely. */
export function lookAt(start: number, stop: number, frame: number): void {
  const { fps } = get();
  set({ markIn: start / fps, markOut: stop / fps, closeUp: [start / fps, stop / fps] });
  seekFrame(frame);
}

/** Another clip is shown: from its start, without marks. */
export function showClip(frames: number, fps: number): void {
  set({ frames, fps, time: 0, markIn: null, markOut: null, closeUp: null });
}

/** The clip's rate was corrected: the same frame stays in sight. */
export function changeRate(fps: number): void {
  const scale = (time: number | null, old: number): number | null => (time === null ? null : (time * old) / fps);
  set((old) => ({ fps, time: (old.time * old.fps) / fps, markIn: scale(old.markIn, old.fps), markOut: scale(old.markOut, old.fps) }));
}
