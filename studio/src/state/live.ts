/** Live characters: made while they play, so they have a clock of their own and no clip. A panel owns the performance.
 *
 * While somebody is live the viewer shows them instead of the clips on stage; showing a clip ends it.
 */
import { create } from "zustand";

import type { ClipDetail } from "../protocol/types";
import { addTick, wake } from "./frameLoop";
import { useStage } from "./stage";
import type { Track } from "./track";
import { pause, useTransport } from "./transport";

/** What a character is drawn from. */
export type BodyDetail = Pick<ClipDetail, "skeleton" | "body" | "parts">;

export interface LiveCharacter {
  readonly id: string;
  readonly name: string;
  readonly detail: BodyDetail;
  readonly track: Track;
  /** What it is doing, and what is to be said about it: a score, a state. */
  readonly doing: string;
  readonly note: string;
  /** Whether the note is good news; null where it is neither. */
  readonly good: boolean | null;
  /** Drawn see-through, over another; metres to the side (x, z) of where it is. */
  readonly ghost?: boolean;
  readonly offset?: readonly [number, number];
}

export interface Live {
  /** The panel whose performance it is; null: nobody is live. */
  readonly owner: string | null;
  /** What it is, in a word for people: "Performance", "Drive". */
  readonly what: string;
  readonly characters: readonly LiveCharacter[];
  /** The character that keys and buttons speak to, and that the camera follows. */
  readonly active: string | null;
  /** Seconds since it began, at the speed of the world. */
  readonly time: number;
  readonly running: boolean;
  /** Seconds after which it begins again; null where it goes on and on. */
  readonly loop: number | null;
}

const NOBODY: Live = { owner: null, what: "", characters: [], active: null, time: 0, running: false, loop: null };
/** A page that was hidden goes on where it was. */
const LONGEST_STEP = 0.1;

export const useLive = create<Live>(() => NOBODY);

const set = useLive.setState;
const get = useLive.getState;

/** Begins a performance; whoever was live before is not any more. */
export function goLive(owner: string, what: string, characters: readonly LiveCharacter[], loop: number | null = null): void {
  pause();
  set({ owner, what, characters, active: characters[0]?.id ?? null, time: 0, running: true, loop });
  wake();
}

export function endLive(): void {
  if (get().owner !== null) set(NOBODY);
}

export function toggleLive(): void {
  set(({ running }) => ({ running: !running }));
  wake();
}

/** Changes one character; nothing happens when it has left. */
export function changeCharacter(id: string, change: (character: LiveCharacter) => LiveCharacter): void {
  const { characters } = get();
  if (!characters.some((character) => character.id === id)) return;
  set({ characters: characters.map((character) => (character.id === id ? change(character) : character)) });
}

export function addCharacter(character: LiveCharacter): void {
  set(({ characters }) => ({ characters: [...characters, character], active: character.id }));
}

export function removeCharacter(id: string): void {
  const characters = get().characters.filter((character) => character.id !== id);
  if (characters.length === 0) return endLive();
  set(({ active }) => ({ characters, active: active === id ? characters[0].id : active }));
}

export function chooseCharacter(id: string): void {
  if (get().characters.some((character) => character.id === id)) set({ active: id });
}

let lastNow: number | null = null;
addTick((now) => {
  const { owner, running, time, loop } = get();
  if (owner === null || !running) {
    lastNow = null;
    return false;
  }
  const passed = lastNow === null ? 0 : Math.min((now - lastNow) / 1000, LONGEST_STEP);
  lastNow = now;
  if (passed > 0) set({ time: loop === null ? time + passed : (time + passed) % loop });
  return true;
});

/** Somebody wants to see a clip. */
useStage.subscribe((now, before) => {
  if (now.active !== before.active || now.cast !== before.cast) endLive();
});
useTransport.subscribe((now, before) => {
  if (now.time !== before.time || (now.playing && !before.playing)) endLive();
});
