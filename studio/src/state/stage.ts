/** Which clips are on stage, and their frames. The active clip is the one the timeline shows. */
import { create } from "zustand";

import { api } from "../protocol/api";
import { floats, type Arrays } from "../protocol/arrays";
import type { ClipDetail } from "../protocol/types";
import { selectClip } from "./selection";
import { receiveState, setOpened, useSession } from "./session";
import { toastError } from "./toasts";
import { changeRate, showClip } from "./transport";

/** A clip with everything needed to draw it. */
export interface LoadedClip {
  readonly id: string;
  readonly content: string;
  readonly detail: ClipDetail;
  readonly frames: {
    readonly frames: number;
    readonly joints: number;
    readonly fps: number;
    readonly positions: Float32Array;
    readonly rotations: Float32Array;
  };
}

/** The moment at which a ghost's first frame is shown, seconds; whether it stays where it was captured, however far away. */
export interface GhostPlace {
  readonly begins: number;
  readonly exact: boolean;
}

const WITH_THE_CLIP: GhostPlace = { begins: 0, exact: false };

export interface Stage {
  readonly active: string | null;
  /** Shown beside the active one. */
  readonly cast: readonly string[];
  /** Shown as a ghost over the active one. */
  readonly compare: string | null;
  /** The one clip that the ghost belongs to: with another it goes. Null: it stays until it is taken away. */
  readonly compareOver: string | null;
  /** How the ghost lies to the active one. */
  readonly compareHow: GhostPlace;
  readonly loaded: ReadonlyMap<string, LoadedClip>;
  readonly loading: string | null;
}

export const useStage = create<Stage>(() => ({
  active: null,
  cast: [],
  compare: null,
  compareOver: null,
  compareHow: WITH_THE_CLIP,
  loaded: new Map(),
  loading: null,
}));

/** How many clips can stand on stage together. */
export const MAX_CAST = 8;
/** Frames kept in memory beyond the clips on stage, so that going back to one is instant. */
const KEEP_BYTES = 256e6;

const set = useStage.setState;
const get = useStage.getState;
const coming = new Set<string>();
let request = 0;
/** Who was on stage when the active clip was deleted, until something else is opened. */
let lost: readonly string[] = [];

/** Everyone on stage, the active clip first. */
export function onStage(stage: Stage): string[] {
  const others = [...stage.cast, ...(stage.compare ? [stage.compare] : [])].filter((clip) => clip !== stage.active);
  return [...(stage.active ? [stage.active] : []), ...new Set(others)];
}

/** Opens one clip, and selects it: what is done to the selected clip is done to the one that is seen. */
export async function openClip(clip: string): Promise<void> {
  selectClip([], clip, "only");
  await showClips([clip]);
}

/** Puts clips on stage, the first of them active. */
export async function showClips(clips: readonly string[]): Promise<void> {
  const wanted = clips.slice(0, MAX_CAST);
  const mine = ++request;
  lost = [];
  set({ loading: wanted[0] ?? null });
  try {
    const arrived = await Promise.all(wanted.map(loadClip));
    if (mine !== request) return; // another clip was asked for meanwhile
    const { rows } = useSession.getState().documents;
    const first = arrived.find(({ id }) => rows.get(id)?.row !== null); // the others were deleted while they came
    const { active, compare, compareOver } = get();
    const keepsGhost = wanted.length < 2 && first?.id !== compare && (compareOver === null || compareOver === first?.id);
    set({
      active: first?.id ?? null,
      cast: wanted.filter((clip) => clip !== first?.id && rows.get(clip)?.row !== null),
      compare: keepsGhost ? compare : null,
      loading: null,
    });
    keepOnly();
    if (first && first.id !== active) showClip(first.frames.frames, first.frames.fps);
    if (!first) showClip(0, 30);
  } catch (error) {
    if (mine !== request) return;
    set({ loading: null });
    toastError(error);
  }
}

/** Holds a clip over the active one as a ghost; null takes it away. One that belongs `over` a clip leaves with that. */
export async function compareWith(clip: string | null, over: string | null = null, how: GhostPlace = WITH_THE_CLIP): Promise<void> {
  try {
    if (clip !== null) await loadClip(clip);
    if (over !== null && get().active !== over) return; // another clip was opened meanwhile
    set({ compare: clip, compareOver: over, compareHow: how });
    keepOnly();
  } catch (error) {
    toastError(error);
  }
}

/** Whether others stand beside the open clip or over it. */
export function isShared({ active, cast, compare }: Stage): boolean {
  return active !== null && (cast.length > 0 || compare !== null);
}

/** Only the open clip: the others, and the ghost, leave. */
export function showAlone(): void {
  set({ cast: [], compare: null, compareOver: null });
}

/** Takes clips off the stage that are gone, and brings back those that are there again; `next` says what to show where none would be left. */
export function followLibrary(present: (clip: string) => boolean, next: (gone: string) => string | null = () => null): void {
  const { active, cast, compare, loading } = get();
  const gone = (clip: string): boolean => !present(clip);
  if (active && gone(active)) {
    if (lost[0] === active && loading !== null && present(loading)) return; // the one after it is on its way
    const left = cast.filter(present);
    const following = left.length === 0 ? (next(active) ?? (loading === null ? null : next(loading))) : null;
    void (following === null ? showClips(left) : openClip(following));
    lost = [active, ...cast];
  } else if (lost.length > 0 && present(lost[0])) {
    const back = lost.filter(present);
    void (back.length === 1 ? openClip(back[0]) : showClips(back));
  } else if (cast.some(gone) || (compare && gone(compare))) set({ cast: cast.filter(present), compare: compare && gone(compare) ? null : compare });
}

async function loadClip(clip: string): Promise<LoadedClip> {
  const row = useSession.getState().documents.rows.get(clip)?.row;
  const known = get().loaded.get(clip);
  if (known && known.content === row?.content && known.frames.fps === row.fps) return known;
  coming.add(clip);
  announceOpened();
  try {
    const [detail, answer] = await Promise.all([api.clip(clip), api.frames(clip, row?.content ?? "")]);
    const arrived = toLoaded(clip, detail, answer);
    set(({ loaded }) => ({ loaded: new Map([...[...loaded].filter(([id]) => id !== clip), [clip, arrived]]) }));
    receiveState(detail.state);
    return arrived;
  } finally {
    coming.delete(clip);
  }
}

function toLoaded(id: string, detail: ClipDetail, answer: Arrays): LoadedClip {
  const positions = floats(answer, "positions");
  const [frames, joints] = answer.arrays.get("positions")?.info.shape ?? [0, 0];
  const fps = detail.state.row?.fps ?? Number(answer.meta["fps"]); // frames are kept by content; the rate can be corrected
  return {
    id,
    content: String(answer.meta["content"]),
    detail,
    frames: { frames, joints, fps, positions, rotations: floats(answer, "rotations") },
  };
}

/** Tells the session whose states to keep: clips that are here, and clips on their way. */
function announceOpened(): void {
  setOpened(new Set([...get().loaded.keys(), ...coming]));
}

/** Forgets the frames of clips that left the stage, the oldest first, when they take too much room. */
function keepOnly(): void {
  const stage = get();
  const needed = new Set(onStage(stage));
  const loaded = new Map(stage.loaded);
  let bytes = [...loaded.values()].reduce((sum, clip) => sum + clip.frames.positions.buffer.byteLength, 0);
  for (const [id, clip] of loaded) {
    if (bytes <= KEEP_BYTES) break;
    if (needed.has(id)) continue;
    bytes -= clip.frames.positions.buffer.byteLength;
    loaded.delete(id);
  }
  set({ loaded });
  announceOpened();
}

/** A clip whose rate was corrected plays at the new one at once, from the same frame. */
useSession.subscribe(({ documents }, before) => {
  if (documents.rows === before.documents.rows) return;
  for (const clip of get().loaded.values()) {
    const fps = documents.rows.get(clip.id)?.row?.fps;
    if (fps === undefined || fps === clip.frames.fps) continue;
    const frames = { ...clip.frames, fps };
    set(({ loaded }) => ({ loaded: new Map([...loaded, [clip.id, { ...clip, frames }]]) }));
    if (clip.id === get().active) changeRate(fps);
  }
});
