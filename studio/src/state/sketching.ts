/** The open sketch: its keys are saved with every edit (one step of undo), what they make is shown, completed along paths, and accepted. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import { floats, type Arrays } from "../protocol/arrays";
import type { SketchDetail, SketchKeys, SketchMade, SketchNew, SketchOptions, SketchProposed, SketchRow, SketchRows } from "../protocol/types";
import { windowId } from "./identity";
import { allSent, sendPanelEdit, undo, useSession } from "./session";
import type { Channels, Chosen, Copied } from "./sketchKeys";
import { openClip, useStage, type LoadedClip } from "./stage";
import { toast, toastError } from "./toasts";
import { pause, showClip, useTransport } from "./transport";

export type ShownFrames = LoadedClip["frames"];

export interface Completed {
  /** In words, one a path. */
  readonly paths: readonly string[];
  readonly path: number;
  readonly band: number;
  readonly cuts: readonly number[];
  readonly joins: readonly number[];
  readonly drivers: readonly { readonly start: number; readonly stop: number; readonly channels: readonly string[] }[];
}

export interface Sketching {
  /** A panel of sketches is in sight. */
  readonly open: boolean;
  readonly list: readonly SketchRow[] | null;
  readonly detail: SketchDetail | null;
  readonly channels: Channels;
  readonly options: Required<SketchOptions>;
  readonly frames: number;
  /** What is seen: the keys alone, or a path. */
  readonly shown: ShownFrames | null;
  /** Another path or the bare keys, behind it. */
  readonly ghost: ShownFrames | null;
  readonly completed: Completed | null;
  /** The clips of the style. */
  readonly style: readonly string[];
  readonly ghosts: boolean;
  readonly chosen: readonly Chosen[];
  /** Channels whose curves are drawn. */
  readonly curves: readonly string[];
  readonly notes: readonly string[];
  readonly problem: string;
  readonly busy: boolean;
}

const PLAIN: Required<SketchOptions> = { drivers: [], textured: [], synthesised: null, band: null, paths: 5, scale: true };
const NOTHING = {
  detail: null,
  channels: {},
  options: PLAIN,
  frames: 0,
  shown: null,
  ghost: null,
  completed: null,
  chosen: [],
  curves: [],
  notes: [],
  problem: "",
  busy: false,
} as const;
export const useSketching = create<Sketching>(() => ({ open: false, list: null, style: [], ghosts: true, ...NOTHING }));

const PANEL = "sketch";
const CALM_MS = 120;
const set = useSketching.setState;
const get = useSketching.getState;
let asked = 0;
let composing = false;
let held = false;
/** The keys as they were saved last: what changes nothing is no step of undo. */
let saved = "";
let looking: ReturnType<typeof setTimeout> | undefined;
export let clipboard: readonly Copied[] = [];
export const setClipboard = (copied: readonly Copied[]): void => {
  clipboard = copied;
};

export const keysNow = (): SketchKeys => {
  const { frames, channels, options } = get();
  return { frames, channels: channels as SketchKeys["channels"], options };
};

/** Whether two sets of keys are the same, whatever the order of their names. */
function sameKeys(a: SketchKeys, b: SketchKeys): boolean {
  const plain = (_: string, value: unknown): unknown =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
      : value;
  return JSON.stringify(a, plain) === JSON.stringify(b, plain);
}

export async function loadSketches(): Promise<void> {
  try {
    set({ list: (await panelApi.get<SketchRows>(PANEL, "sketches")).sketches });
  } catch (error) {
    toastError(error);
  }
}

export async function newSketch(wish: Omit<SketchNew, "window">): Promise<void> {
  set({ busy: true });
  try {
    const row = await panelApi.post<SketchRow>(PANEL, "new", { ...wish, window: windowId() });
    await loadSketches();
    await openSketch(row.id);
  } catch (error) {
    toastError(error);
  } finally {
    set({ busy: false });
  }
}

export async function openSketch(id: string): Promise<void> {
  const mine = ++asked;
  try {
    const detail = await panelApi.get<SketchDetail>(PANEL, `sketches/${encodeURIComponent(id)}`);
    if (mine !== asked || held || useSession.getState().unsent > 0) return;
    const again = get().detail?.id === detail.id;
    const { frames, channels, options } = detail.keys;
    const own = { detail, frames, channels: channels as Channels, options: { ...PLAIN, ...options } };
    // Held against the keys that are shown, not those that were read last: an edit may have been undone before it was read.
    if (again && sameKeys(keysNow(), { frames, channels, options: own.options })) return set({ detail });
    if (again) set({ ...own, completed: null, ghost: null });
    else set({ ...NOTHING, ...own, curves: firstCurves(channels as Channels) });
    saved = JSON.stringify(keysNow());
    showTransport();
    void compose();
  } catch (error) {
    if (get().detail?.id === id)
      set({ ...NOTHING }); // it is gone
    else toastError(error);
  }
}

const firstCurves = (channels: Channels): string[] => Object.keys(channels).slice(0, 3);

/** The strip and the keys count frames of the sketch. */
function showTransport(): void {
  const { detail, frames } = get();
  const now = useTransport.getState();
  if (detail && (now.frames !== frames || now.fps !== detail.fps)) {
    pause();
    showClip(frames, detail.fps);
  }
}

/** Shows other keys at once; with a title they are saved, as one step of undo. */
export function editSketch(changes: Partial<Pick<Sketching, "channels" | "options" | "frames" | "chosen">>, title: string | null): void {
  const { detail } = get();
  if (!detail) return;
  held = title === null;
  asked += 1; // an answer under way is older than this
  set({ ...changes, completed: null, ghost: null });
  const keys = title === null ? "" : JSON.stringify(keysNow());
  if (title !== null && keys !== saved) {
    saved = keys;
    sendPanelEdit(PANEL, `sketches/${detail.id}`, { title, keys: keysNow() });
  }
  void compose();
}

/** Saves what a drag has come to. */
export function saveSketch(title: string): void {
  if (held) editSketch({}, title);
}

/** Asks what the keys make, one question at a time and the newest last. */
async function compose(): Promise<void> {
  if (composing) return;
  composing = true;
  try {
    for (;;) {
      const { detail, channels, frames } = get();
      if (!detail) return;
      try {
        const answer = await panelApi.postArrays(PANEL, `sketches/${detail.id}/show`, { keys: keysNow() });
        if (get().detail?.id === detail.id && get().completed === null) set({ shown: framesOf(answer), notes: notesOf(answer), problem: "" });
      } catch (error) {
        set({ problem: error instanceof Error ? error.message : String(error) });
      }
      const now = get();
      if (now.channels === channels && now.frames === frames && now.detail?.id === detail.id) return;
    }
  } finally {
    composing = false;
  }
}

const notesOf = (answer: Arrays): string[] => (Array.isArray(answer.meta.notes) ? answer.meta.notes.map(String) : []);

function framesOf(answer: Arrays): ShownFrames {
  const [frames, joints] = answer.arrays.get("positions")?.info.shape ?? [0, 0];
  return { frames, joints, fps: Number(answer.meta.fps), positions: floats(answer, "positions"), rotations: floats(answer, "rotations") };
}

/** Completes the sketch along a path; the one that was seen stays behind as a ghost. */
export async function completeSketch(path = 0): Promise<void> {
  const { detail, style, shown } = get();
  if (!detail || style.length === 0) return;
  set({ busy: true });
  try {
    await allSent();
    const answer = await panelApi.postArrays(PANEL, `sketches/${detail.id}/complete`, { keys: keysNow(), clips: style, path });
    if (get().detail?.id !== detail.id) return;
    const { paths, band, cuts, joins, drivers } = answer.meta as unknown as Completed;
    set({
      shown: framesOf(answer),
      ghost: shown,
      completed: { paths, path: Number(answer.meta.path), band, cuts, joins, drivers },
      notes: notesOf(answer),
      problem: "",
    });
  } catch (error) {
    set({ problem: error instanceof Error ? error.message : String(error) });
  } finally {
    set({ busy: false });
  }
}

/** The next path (1) or the one before (-1), round and round. */
export function flipPath(step: 1 | -1): void {
  const { completed } = get();
  if (completed) void completeSketch((completed.path + step + completed.paths.length) % completed.paths.length);
}

/** Back to the keys alone. */
export function showKeys(): void {
  set({ completed: null, ghost: null });
  void compose();
}

export async function acceptSketch(): Promise<void> {
  const { detail, style, completed } = get();
  if (!detail || !completed) return;
  set({ busy: true });
  try {
    await allSent();
    const made = await panelApi.post<SketchMade>(PANEL, `sketches/${detail.id}/accept`, {
      window: windowId(),
      clips: style,
      path: completed.path,
      name: detail.name,
    });
    toast("success", `Made ${made.name}.`, { label: "Undo", run: undo });
    closeSketch();
    await openClip(made.clip);
  } catch (error) {
    toastError(error);
  } finally {
    set({ busy: false });
  }
}

export async function proposeSketch(): Promise<void> {
  const { detail, style } = get();
  if (!detail || style.length === 0) return;
  try {
    await allSent();
    const { count } = await panelApi.post<SketchProposed>(PANEL, `sketches/${detail.id}/propose`, { window: windowId(), clips: style });
    toast("success", `${count} paths wait in Review.`, { label: "Undo", run: undo });
  } catch (error) {
    toastError(error);
  }
}

/** Back to the clip on stage. */
/** The name of the sketch that is seen in place of the clip; null where none is. */
export function sketchOnStage({ open, detail, shown }: Pick<Sketching, "open" | "detail" | "shown">): string | null {
  return open && shown !== null ? (detail?.name ?? null) : null;
}

export function closeSketch(): void {
  set({ ...NOTHING });
  const { active, loaded } = useStage.getState();
  const clip = active === null ? undefined : loaded.get(active);
  if (clip) showClip(clip.frames.frames, clip.frames.fps);
}

/** Begins to follow edits of any window while a panel of sketches is in sight. */
let watchers = 0;
let stops: (() => void)[] = [];
export function followSketches(): () => void {
  watchers += 1;
  if (watchers === 1) {
    set({ open: true });
    void loadSketches();
    showTransport();
    const soon = (): void => {
      clearTimeout(looking);
      looking = setTimeout(() => {
        void loadSketches();
        const { detail } = get();
        if (detail) void openSketch(detail.id);
      }, CALM_MS);
    };
    stops = [
      useStage.subscribe((now, before) => (now.active !== before.active ? showTransport() : undefined)),
      useTransport.subscribe((now, before) => (now.frames !== before.frames ? showTransport() : undefined)),
      useSession.subscribe((now, before) => {
        if (now.documents.seq !== before.documents.seq || (now.unsent === 0 && before.unsent > 0)) soon();
      }),
    ];
  }
  return () => {
    watchers -= 1;
    if (watchers > 0) return;
    clearTimeout(looking);
    stops.forEach((stop) => stop());
    set({ open: false });
    const { active, loaded } = useStage.getState();
    const clip = active === null ? undefined : loaded.get(active);
    if (get().detail && clip) showClip(clip.frames.frames, clip.frames.fps);
  };
}
