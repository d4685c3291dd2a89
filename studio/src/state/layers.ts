/** The open clip's layers: every edit is saved at once and is one step of undo, and what the layers make of the clip is shown. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import { floats, type Arrays } from "../protocol/arrays";
import type { LayersApplied, LayerStackInfo } from "../protocol/types";
import { busily } from "./busily";
import { windowId } from "./identity";
import { changeLayer, momentOf, moveKey, newLayer, NO_LAYERS, putTime, removeKey, withALayer, type KeyChoice } from "./layerStack";
import { allSent, sendPanelEdit, undo, useSession } from "./session";
import { compareWith, openClip, useStage, type LoadedClip } from "./stage";
import { toast } from "./toasts";
import { currentFrame, useTransport } from "./transport";

export type ShownFrames = LoadedClip["frames"];

export interface Layers {
  /** Whether layers are worked on: their panel is in sight. */
  readonly open: boolean;
  readonly clip: string | null;
  readonly stack: LayerStackInfo;
  /** The layer that keys go into. */
  readonly layer: number;
  /** The chosen key. */
  readonly key: KeyChoice | null;
  /** What the layers make of the clip, as far as it has come; the frames are this window's own and are posed in place. */
  readonly shown: ShownFrames | null;
  /** Frames that are not the clip's own. */
  readonly changed: readonly [number, number];
  /** Why the layers cannot be applied as they are. */
  readonly problem: string;
  readonly busy: boolean;
}

const NOTHING = { clip: null, stack: NO_LAYERS, layer: 0, key: null, shown: null, changed: [0, 0], problem: "", busy: false } as const;
export const useLayers = create<Layers>(() => ({ open: false, ...NOTHING }));

const PANEL = "layers";
const CALM_MS = 120;
const set = useLayers.setState;
const get = useLayers.getState;
let asked = 0;
let looking: ReturnType<typeof setTimeout> | undefined;
let composing = false;
/** A key or a slider is being dragged: what the library says waits. */
let held = false;

async function load(): Promise<void> {
  const { active } = useStage.getState();
  const mine = ++asked;
  if (active === null) return set(NOTHING);
  try {
    const stack = await panelApi.get<LayerStackInfo>(PANEL, `clips/${active}`);
    if (mine !== asked || held || useSession.getState().unsent > 0) return;
    if (get().clip === active && JSON.stringify(stack) === JSON.stringify(get().stack)) return;
    take(active, stack);
  } catch {
    // The clip is gone, or the server is away: what is seen stays.
  }
}

function take(clip: string, stack: LayerStackInfo): void {
  const { key, layer, clip: before } = get();
  const same = before === clip;
  const chosen = same && key && momentOf(stack, key) !== null ? key : null;
  set({
    clip,
    stack,
    key: chosen,
    layer: Math.max(0, Math.min(same ? layer : stack.layers.length - 1, stack.layers.length - 1)),
    ...(same ? {} : { shown: null, changed: [0, 0] }),
  });
  void compose();
}

/** Shows other layers at once; with a title they are saved, as one step of undo. */
export function editStack(stack: LayerStackInfo, title: string | null, more: Partial<Pick<Layers, "layer" | "key">> = {}): void {
  const { clip } = get();
  if (clip === null) return;
  held = title === null;
  asked += 1; // an answer under way is older than this
  set({ stack, ...more });
  if (title !== null) sendPanelEdit(PANEL, `clips/${clip}`, { title, stack });
  void compose();
}

/** Saves what a drag or a slider has come to. */
export function saveStack(title: string): void {
  if (held) editStack(get().stack, title);
}

/** Asks what the layers make of the clip, one question at a time and the newest last. */
async function compose(): Promise<void> {
  if (composing) return;
  composing = true;
  try {
    for (;;) {
      const { clip, stack } = get();
      const base = clip === null ? undefined : useStage.getState().loaded.get(clip);
      if (clip === null || !base) return;
      try {
        const answer = await panelApi.postArrays(PANEL, `clips/${clip}/compose`, { stack });
        if (get().clip === clip) show(base, answer);
      } catch (error) {
        set({ problem: error instanceof Error ? error.message : String(error) });
      }
      if (get().stack === stack && get().clip === clip) return;
    }
  } finally {
    composing = false;
  }
}

function show(base: LoadedClip, answer: Arrays): void {
  const [start, stop, frames] = ["start", "stop", "frames"].map((name) => Number(answer.meta[name]));
  const { joints, fps } = base.frames;
  const whole = stop - start === frames;
  const positions = whole ? new Float32Array(frames * joints * 3) : base.frames.positions.slice();
  const rotations = whole ? new Float32Array(frames * joints * 4) : base.frames.rotations.slice();
  positions.set(floats(answer, "positions"), start * joints * 3);
  rotations.set(floats(answer, "rotations"), start * joints * 4);
  set({ shown: { frames, joints, fps, positions, rotations }, changed: [start, stop], problem: "" });
}

export const chooseLayer = (layer: number): void => set({ layer, key: null });
export const chooseKey = (key: KeyChoice | null): void => set(key ? { key, layer: key.layer } : { key });

export function addLayer(): void {
  const { stack } = get();
  editStack({ ...stack, layers: [...stack.layers, newLayer(stack)] }, "Add a layer", { layer: stack.layers.length, key: null });
}

/** Takes the moment that is seen in hand: a time key that can be dragged along the timeline. */
export function holdMoment(): void {
  const stack = withALayer(get().stack);
  const layer = Math.min(get().layer, stack.layers.length - 1);
  const at = currentFrame() / useTransport.getState().fps;
  const shift = interpolatedShift(stack, layer, at);
  const next = putTime(stack, layer, { at, shift });
  const index = next.layers[layer].times.findIndex((key) => key.at === at);
  editStack(next, "Hold a moment", { layer, key: { layer, kind: "time", index } });
}

/** Between two time keys, about what is shown there: in a straight line. The exact curve is the server's. */
function interpolatedShift({ layers }: LayerStackInfo, layer: number, at: number): number {
  const { times } = layers[layer];
  const next = times.findIndex((key) => key.at >= at);
  if (times.length === 0 || next <= 0) return 0;
  const [a, b] = [times[next - 1], times[next]];
  return a.shift + ((b.shift - a.shift) * (at - a.at)) / (b.at - a.at);
}

export function dragKey(choice: KeyChoice, at: number): KeyChoice {
  const moved = moveKey(get().stack, choice, at);
  editStack(moved.stack, null, { key: moved.choice });
  return moved.choice;
}

export function deleteKey(): void {
  const { key, stack } = get();
  if (key) editStack(removeKey(stack, key), key.kind === "pose" ? "Delete a pose key" : "Delete a time key", { key: null });
}

/** To the key after (1) or before (-1) the moment that is seen: seconds; null where there is none. */
export function nextKey(step: 1 | -1): number | null {
  const now = useTransport.getState().time;
  const moments = get()
    .stack.layers.flatMap(({ poses, times }) => [...poses, ...times].map(({ at }) => at))
    .sort((a, b) => step * (a - b));
  return moments.find((at) => step * (at - now) > 1e-3) ?? null;
}

export function setLayer(layer: number, changes: Parameters<typeof changeLayer>[2], title: string | null): void {
  editStack(changeLayer(get().stack, layer, changes), title);
}

/** Copies a layer to other clips. */
export function copyLayer(layer: number, clips: readonly string[]): void {
  const { clip, stack } = get();
  if (clip === null || clips.length === 0) return;
  sendPanelEdit(PANEL, `clips/${clip}/copy`, { layer, clips });
  toast("success", `${stack.layers[layer].name} copied to ${clips.length === 1 ? "the clip" : `${clips.length} clips`}.`, { label: "Undo", run: undo });
}

/** Makes a clip of what the layers make of this one, and opens it with the original as a ghost. */
export async function applyLayers(): Promise<void> {
  const { clip } = get();
  if (clip === null) return;
  await busily(useLayers, async () => {
    await allSent();
    const made = await panelApi.post<LayersApplied>(PANEL, `clips/${clip}/apply`, { window: windowId() });
    toast("success", `Made ${made.name}.`, { label: "Undo", run: undo });
    await openClip(made.clip);
    await compareWith(clip, made.clip);
  });
}

/** Begins to follow the open clip and edits of any window. */
export function followLayers(): () => void {
  const soon = (): void => {
    clearTimeout(looking);
    looking = setTimeout(() => void load(), CALM_MS);
  };
  set({ open: true });
  void load();
  const stops = [
    useStage.subscribe((now, before) => {
      if (now.active !== before.active) {
        held = false;
        set({ ...NOTHING, clip: null });
        void load();
      }
    }),
    useSession.subscribe((now, before) => {
      if (now.documents.seq !== before.documents.seq || (now.unsent === 0 && before.unsent > 0)) soon();
    }),
  ];
  return () => {
    clearTimeout(looking);
    stops.forEach((stop) => stop());
    set({ open: false, ...NOTHING });
  };
}
