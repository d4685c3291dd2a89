/** The alignment tool: the cost matrix of two states, the warps over it, and the one that is previewed on stage. */
import { create } from "zustand";

import { panelApi, RefusedError } from "../protocol/api";
import { floats } from "../protocol/arrays";
import type { MachineAlignment, MachinePoint, MachinePreview } from "../protocol/types";
import { addTick, wake } from "./frameLoop";
import { endLive, goLive, useLive, type LiveCharacter } from "./live";
import { edit, useMachines } from "./machines";
import { toastError } from "./toasts";
import type { Track } from "./track";
import { moved, placementOf, toWarp, warpAt, type Warp } from "./warps";

export const OWNER = "align";
/** Seconds that the end of a preview is held before it begins anew. */
const HOLD = 0.4;

export interface Matrix {
  /** Of the source and of the target, at 60 Hz. */
  readonly rows: number;
  readonly columns: number;
  readonly costs: Float32Array;
  readonly about: MachineAlignment;
}

/** At a second of the reference a clip shows one of its own. */
export interface Key {
  readonly at: number;
  readonly shows: number;
}

export interface Alignment {
  /** Two states, or one twice: its loop. With a clip, what is aligned is that clip of the state onto its reference. */
  readonly pair: readonly [string, string] | null;
  readonly clip: number | null;
  /** Put by hand and not saved yet. */
  readonly keys: readonly Key[];
  readonly matrix: Matrix | null;
  readonly warps: readonly Warp[];
  readonly selected: number | null;
  readonly edited: boolean;
  /** Why the selected warp cannot be where it is; "" where it can. */
  readonly problem: string;
  readonly preview: MachinePreview | null;
  readonly playing: boolean;
}

const CLOSED: Alignment = {
  pair: null,
  clip: null,
  keys: [],
  matrix: null,
  warps: [],
  selected: null,
  edited: false,
  problem: "",
  preview: null,
  playing: true,
};

export const useAlignment = create<Alignment>(() => CLOSED);

const set = useAlignment.setState;
const get = useAlignment.getState;
let opening = 0;
let previewing = false;
let again = false;
let watched = false;

/** Seconds across and down. */
export function sizeOf({ rows, columns, about }: Matrix): [number, number] {
  return [rows / about.rate, columns / about.rate];
}

/** Opens the matrix of two states, or of a state and one of its clips; the first transition between them is selected. */
export async function openPair(source: string, target: string, clip: number | null = null): Promise<void> {
  const machine = useMachines.getState().open;
  if (!machine) return;
  const mine = ++opening;
  set({ pair: [source, target], clip, keys: [], matrix: null, warps: [], selected: null, edited: false, problem: "", preview: null });
  try {
    const answer = await panelApi.arrays(
      "machine",
      `machines/${machine.id}/${clip === null ? `costs?${query(source, target)}` : `warp?${inside(source, clip)}`}`,
    );
    if (mine !== opening) return;
    const about = answer.meta as unknown as MachineAlignment;
    const [rows, columns] = answer.arrays.get("costs")?.info.shape ?? [0, 0];
    const warps = about.points.map((point, index) => toWarp(point, index));
    set({ matrix: { rows, columns, costs: floats(answer, "costs"), about }, warps, selected: warps.length > 0 ? 0 : null });
    if (warps.length > 0) void previewTransition();
    else if (useLive.getState().owner === OWNER) endLive();
  } catch (error) {
    if (mine === opening) toastError(error);
  }
}

export function selectWarp(selected: number | null): void {
  if (selected === get().selected) return;
  set({ selected, problem: "" });
  void previewTransition();
}

/** Puts the selected warp elsewhere, or gives it another length: shown at once, previewed as fast as the server answers. */
export function moveSelected(to: Partial<{ start: number; enter: number; blend: number }>): void {
  const { matrix, warps, selected } = get();
  if (!matrix || selected === null || !warps[selected]) return;
  const there = moved(warps[selected], to, sizeOf(matrix));
  set({ warps: warps.map((warp, index) => (index === selected ? there : warp)), edited: true });
  void previewTransition();
}

/** Takes hold of a clip's warp at a second of the reference, or moves the key there: the clip shows that second of its own. */
export function putKey(at: number, shows: number): void {
  const { keys, matrix } = get();
  if (!matrix) return;
  const [across, down] = sizeOf(matrix);
  const key = { at: Math.min(Math.max(at, 0), across - 2 / matrix.about.rate), shows: Math.min(Math.max(shows, 0), down - 2 / matrix.about.rate) };
  set({ keys: [...keys.filter((each) => Math.abs(each.at - key.at) > 1 / matrix.about.rate), key], edited: true });
  void previewTransition();
}

export function removeLastKey(): void {
  const keys = get().keys.slice(0, -1);
  set({ keys, edited: keys.length > 0, problem: "" });
  void previewTransition();
}

export function addWarp(start: number, enter: number): void {
  const { matrix, warps } = get();
  if (!matrix) return;
  set({ warps: [...warps, warpAt(start, enter, matrix.about.blend, sizeOf(matrix))], selected: warps.length, edited: true, problem: "" });
  void previewTransition();
}

export function removeSelected(): void {
  const { warps, selected } = get();
  if (selected === null) return;
  const rest = warps.filter((_, index) => index !== selected);
  set({ warps: rest, selected: rest.length > 0 ? Math.min(selected, rest.length - 1) : null, edited: true, problem: "" });
  void previewTransition();
}

/** Begins again from the transitions that are found by themselves. */
export async function findAgain(): Promise<void> {
  const { pair } = get();
  const machine = useMachines.getState().open;
  if (!pair || !machine) return;
  try {
    const found = await panelApi.get<MachinePoint[]>("machine", `machines/${machine.id}/found?${query(...pair)}`);
    set({ warps: found.map((point) => toWarp(point, null)), selected: found.length > 0 ? 0 : null, edited: true, problem: "" });
    void previewTransition();
  } catch (error) {
    toastError(error);
  }
}

/** Saves the warps into the machine; the library's undo takes it back. */
export async function saveWarps(): Promise<void> {
  const { pair, warps, clip, keys } = get();
  if (!pair) return;
  const [source, target] = pair;
  if (clip !== null) {
    await edit("warp", { state: source, clip, keys });
    return;
  }
  await edit("points", { source, target, points: warps.map(placementOf) });
}

export async function revertWarps(): Promise<void> {
  const { pair, clip } = get();
  if (pair) await openPair(...pair, clip);
}

export function togglePlaying(): void {
  set(({ playing }) => ({ playing: !playing }));
  wake();
}

/** Shows the preview at a moment, seconds from its beginning. */
export function showMoment(time: number): void {
  if (useLive.getState().owner !== OWNER) return;
  useLive.setState({ time });
}

/** Somebody looks at the alignment: the rehearsal is on stage until the answer is called. What was edited stays. */
export function watchRehearsal(): () => void {
  watched = true;
  if (get().matrix) void previewTransition();
  return () => {
    watched = false;
    if (useLive.getState().owner === OWNER) endLive();
  };
}

/** Asks for the selected warp as it is now; while an answer is on its way only the last wish is kept. */
async function previewTransition(): Promise<void> {
  if (previewing) {
    again = true;
    return;
  }
  if (!watched) return;
  const { pair, warps, selected, clip, keys } = get();
  const warp = selected === null ? undefined : warps[selected];
  const machine = useMachines.getState().open;
  if (!pair || !warp || !machine) return set({ preview: null });
  previewing = true;
  try {
    const { index, start, enter, blend } = placementOf(warp);
    const place = index !== undefined ? `index=${index}` : `start=${start}&enter=${enter}&blend=${blend}`;
    const told = clip === null ? `preview?${query(...pair)}&${place}` : `warp_preview?${inside(pair[0], clip)}&keys=${keys.map(written).join(",")}`;
    const answer = await panelApi.arrays("machine", `machines/${machine.id}/${told}`);
    receive(pair, warp, answer.meta as unknown as MachinePreview, floats(answer, "positions"), floats(answer, "rotations"));
  } catch (error) {
    if (error instanceof RefusedError) set({ problem: error.message });
    else toastError(error);
  } finally {
    previewing = false;
    if (again) {
      again = false;
      void previewTransition();
    }
  }
}

function receive(pair: readonly [string, string], asked: Warp, preview: MachinePreview, positions: Float32Array, rotations: Float32Array): void {
  const { warps, selected } = get();
  if (get().pair !== pair) return;
  // The server knows the best way from where the warp begins; it is that warp still, unless it has been moved on meanwhile.
  const exact = warps.map((warp) => (warp === asked ? toWarp(preview.point, asked.index) : warp));
  set({ preview, problem: "", ...(selected !== null && warps[selected] === asked ? { warps: exact } : {}) });
  if (watched) putOnStage(pair, preview, positions, rotations);
}

/** Source, blend and target side by side; the same objects while it is dragged, so that only their frames change. */
function putOnStage([source, target]: readonly [string, string], { rate, places }: MachinePreview, positions: Float32Array, rotations: Float32Array): void {
  const machine = useMachines.getState().open;
  if (!machine) return;
  const live = useLive.getState();
  const old = live.owner === OWNER ? live.characters : [];
  const joints = machine.skeleton.names.length;
  const { clip } = get();
  const clips = machine.states.find((state) => state.name === source)?.clips ?? [];
  const names = clip === null ? [source, `${source} → ${target}`, target] : [clips[0] ?? source, "half of each", clips[clip] ?? source];
  const cast = names.map((name, k): LiveCharacter => {
    const part = (values: Float32Array): Float32Array => values.subarray((k * values.length) / 3, ((k + 1) * values.length) / 3);
    const track: Track = { begins: 0, fps: rate, frames: places.length, joints, positions: part(positions), rotations: part(rotations), plants: [] };
    const known = old[k];
    return { id: `${OWNER}-${k}`, name, detail: machine, track: known ? Object.assign(known.track, track) : track, doing: "", note: "", good: null };
  });
  if (old.length === 0) {
    goLive(OWNER, "Rehearsal", cast);
    useLive.setState({ running: false, active: `${OWNER}-1` }); // its clock goes round
  } else useLive.setState({ characters: cast });
  wake();
}

function inside(state: string, clip: number): string {
  return `state=${encodeURIComponent(state)}&clip=${clip}`;
}

function written({ at, shows }: Key): string {
  return `${at.toFixed(4)}:${shows.toFixed(4)}`;
}

function query(source: string, target: string): string {
  return `source=${encodeURIComponent(source)}&target=${encodeURIComponent(target)}`;
}

/** The frame of the preview that is on stage. */
export function frameOf({ rate, places }: MachinePreview, time: number): number {
  return Math.min(Math.max(Math.round(time * rate), 0), places.length - 1);
}

let lastNow: number | null = null;
addTick((now) => {
  const { preview, playing } = get();
  const live = useLive.getState();
  if (live.owner !== OWNER || !preview || !playing) {
    lastNow = null;
    return false;
  }
  const passed = lastNow === null ? 0 : Math.min((now - lastNow) / 1000, 0.1);
  lastNow = now;
  const lasts = preview.places.length / preview.rate + HOLD;
  useLive.setState({ time: (live.time + passed) % lasts });
  return true;
});

/** The machine is another, or another version of itself (saved, undone): the same two states are opened anew. */
useMachines.subscribe(({ open }, before) => {
  const { pair, clip } = get();
  if (!pair || (open?.id === before.open?.id && open?.content === before.open?.content)) return;
  const known = (name: string): boolean => open?.states.some((state) => state.name === name) ?? false;
  if (open && open.id === before.open?.id && known(pair[0]) && known(pair[1])) void openPair(...pair, clip);
  else set(CLOSED);
});
