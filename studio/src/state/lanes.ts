/** What each live character has done since it came on stage, for a lane of the timeline. */
import { create } from "zustand";

import { useLive, type LiveCharacter } from "./live";

/** Something that a character did from a moment on, in seconds of the performance. */
export interface Deed {
  readonly start: number;
  readonly doing: string;
  readonly note: string;
  readonly good: boolean | null;
}

export type Lanes = ReadonlyMap<string, readonly Deed[]>;

/** Older ones are out of sight. */
const MOST_DEEDS = 40;

/** The lanes after a look at who is on stage: what changed is written down. The same lanes where nothing did. Pure. */
export function lanesAfter(lanes: Lanes, characters: readonly LiveCharacter[], time: number): Lanes {
  let changed = lanes.size !== characters.length;
  const after = new Map<string, readonly Deed[]>();
  for (const character of characters) {
    const before = lanes.get(character.id) ?? [];
    const now = laneAfter(before, character, time);
    changed ||= now !== before;
    after.set(character.id, now);
  }
  return changed ? after : lanes;
}

function laneAfter(lane: readonly Deed[], { doing, note, good }: LiveCharacter, time: number): readonly Deed[] {
  const last = lane.at(-1);
  if (last?.doing === doing && last.note === note) return lane;
  // Another score of the same thing is a new deed (a transition into itself); a word about what goes on is not.
  if (last?.doing === doing && (last.good === good || good === null)) return [...lane.slice(0, -1), { ...last, note, good: good ?? last.good }];
  return [...lane, { start: lane.length === 0 ? Math.max(time, 0) : time, doing, note, good }].slice(-MOST_DEEDS);
}

export const useLanes = create<{ readonly lanes: Lanes }>(() => ({ lanes: new Map() }));

const NONE: Lanes = new Map();

useLive.subscribe((now, before) => {
  const anew = now.owner !== before.owner || now.time < before.time;
  const held = useLanes.getState().lanes;
  const lanes = now.owner === null ? NONE : lanesAfter(anew ? NONE : held, now.characters, now.time);
  if (lanes !== held) useLanes.setState({ lanes });
});
