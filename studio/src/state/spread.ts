/** Edits that spread: examples of an edit, predictions on other clips, and how sure they are. The server does the sums. */
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import { floats, type Arrays } from "../protocol/arrays";
import type { SpreadAdd, SpreadPredict, SpreadPreview, SpreadRemove, SpreadReport, SpreadSet, SpreadSets, SpreadWeights } from "../protocol/types";
import { busily } from "./busily";
import { whenDone } from "./editing";
import { windowId } from "./identity";
import { selectClips } from "./selection";
import { receiveJob, undo } from "./session";
import { compareWith, openClip, useStage, type LoadedClip } from "./stage";
import { toast, toastError } from "./toasts";
import { currentFrame, seekFrame, useTransport } from "./transport";

export interface Sureness {
  readonly clip: string;
  /** (F,) 0..1. */
  readonly values: Float32Array;
  /** The frame about which least is known. */
  readonly least: number;
  /** Of a clip that was predicted; else of what would be predicted. */
  readonly predicted: boolean;
}

/** The open clip as the sliders have it, about the moment that is seen. */
export interface SpreadShown {
  readonly clip: string;
  /** All of the clip, edited from `start` to `stop`. */
  readonly frames: LoadedClip["frames"];
  readonly start: number;
  readonly stop: number;
}

interface Spreading {
  readonly sets: readonly SpreadSet[] | null;
  readonly chosen: string | null;
  readonly strength: number;
  /** Null: those that suit the examples. */
  readonly weights: Omit<SpreadWeights, "window"> | null;
  readonly sureness: Sureness | null;
  readonly shown: SpreadShown | null;
  readonly busy: boolean;
}

/** Where the sliders begin: what the server takes by itself. */
export const USUAL_WEIGHTS = { pose: 1, dynamics: 0.001, source_pose: 0.1, source_dynamics: 0.001 } as const;

export const useSpread = create<Spreading>(() => ({ sets: null, chosen: null, strength: 1, weights: null, sureness: null, shown: null, busy: false }));
const { setState: set, getState: get } = useSpread;

/** The edit that is worked with: the one that was chosen, or the first there is. */
export function chosenSet(spreading: Pick<Spreading, "sets" | "chosen">): SpreadSet | null {
  const sets = spreading.sets ?? [];
  return sets.find(({ id }) => id === spreading.chosen) ?? sets[0] ?? null;
}

export const chooseSet = (chosen: string | null): void => set({ chosen, sureness: null, shown: null });
export function setStrength(strength: number): void {
  set({ strength });
  void showEdit();
}
export function setWeights(weights: Spreading["weights"]): void {
  set({ weights });
  void showEdit();
}

let showing = false;

/** Shows what the sliders say on the open clip, one question at a time and the newest last. */
async function showEdit(): Promise<void> {
  if (showing) return;
  showing = true;
  try {
    for (;;) {
      const { strength, weights, busy } = get();
      const document = chosenSet(get())?.id;
      const { active: clip, loaded } = useStage.getState();
      const base = clip === null ? undefined : loaded.get(clip);
      if (!document || clip === null || !base || busy) return;
      const request: SpreadPreview = { document, frame: currentFrame(), strength, weights };
      const answer = await panelApi.postArrays("spread", `clips/${clip}/preview`, request);
      if (useStage.getState().active === clip && !get().busy) lay(clip, base, answer);
      if (get().strength === strength && get().weights === weights) return;
    }
  } catch {
    endShowing(); // another body, or no examples: there is nothing to show
  } finally {
    showing = false;
  }
}

function lay(clip: string, { frames: base }: LoadedClip, answer: Arrays): void {
  const before = get().shown;
  const [start, stop] = ["start", "stop"].map((name) => Number(answer.meta[name]));
  const same = before?.clip === clip && before.start === start && before.stop === stop; // its arrays are this window's own
  const positions = same ? before.frames.positions : base.positions.slice();
  const rotations = same ? before.frames.rotations : base.rotations.slice();
  positions.set(floats(answer, "positions"), start * base.joints * 3);
  rotations.set(floats(answer, "rotations"), start * base.joints * 4);
  set({ shown: { clip, start, stop, frames: { ...base, positions, rotations } } });
}

export const endShowing = (): void => (get().shown ? set({ shown: null }) : undefined);

/** While the panel is in sight: what is shown goes along with the moment, and ends with the clip. */
export function followMoment(): () => void {
  const stops = [
    useStage.subscribe((now, before) => (now.active !== before.active ? endShowing() : undefined)),
    useTransport.subscribe(() => {
      const { shown } = get();
      if (shown && (currentFrame() < shown.start || currentFrame() >= shown.stop)) void showEdit();
    }),
  ];
  return () => {
    stops.forEach((stop) => stop());
    endShowing();
  };
}

export async function loadSets(): Promise<void> {
  try {
    set({ sets: (await panelApi.get<SpreadSets>("spread", "sets")).sets });
  } catch (error) {
    toastError(error);
  }
}

/** The frames of a made clip, paired with what they were made of, join the examples, or take the place of one. */
export async function addExample(clip: string, start: number, stop: number, name: string | null, replace: number | null = null): Promise<void> {
  await busily(useSpread, async () => {
    const document = name === null ? (chosenSet(get())?.id ?? null) : null;
    const request: SpreadAdd = { window: windowId(), clip, start, stop, document, name: name ?? "", replace };
    const kept = await panelApi.post<SpreadSet>("spread", "add", request);
    await loadSets();
    set({ chosen: kept.id });
    toast("success", `${kept.name}: ${kept.pairs.length} ${kept.pairs.length === 1 ? "example" : "examples"}.`, { label: "Undo", run: undo });
  });
}

export async function removeExample(document: string, number: number): Promise<void> {
  await busily(useSpread, async () => {
    const request: SpreadRemove = { window: windowId(), document, number };
    await panelApi.post<SpreadSet>("spread", "remove", request);
    await loadSets();
  });
}

/** Predicts clips and shows the first beside its source, at the moment that is least sure. */
export async function predict(clips: readonly string[]): Promise<void> {
  await busily(useSpread, async () => {
    const document = chosenSet(get())?.id;
    if (!document || clips.length === 0) return;
    endShowing();
    const { strength, weights } = get();
    const request: SpreadPredict = { window: windowId(), document, clips: [...clips], strength, weights };
    const report = await panelApi.post<SpreadReport>("spread", "predict", request);
    if (report.job) {
      receiveJob(report.job);
      toast("info", `${report.job.title}: see Jobs.`);
      const job = await whenDone(report.job);
      if (job?.state === "done" && job.clips.length > 0) {
        await openClip(job.clips[0]);
        selectClips(job.clips);
      }
      return;
    }
    const [first] = report.made;
    toast("success", `Made ${report.made.map(({ name }) => name).join(" and ")}.`, { label: "Undo", run: undo });
    await openClip(first.clip);
    await compareWith(first.source, first.clip);
    seekFrame(first.least_frame);
  });
}

/** How sure the open clip's prediction is, or would be; nothing where there is none. */
export async function lookHowSure(clip: string, signal: AbortSignal): Promise<void> {
  const document = chosenSet(get())?.id ?? "";
  try {
    const answer = await panelApi.arrays("spread", `clips/${clip}/confidence?document=${encodeURIComponent(document)}`, signal);
    const sureness = { clip, values: floats(answer, "values"), least: Number(answer.meta["least"]), predicted: Boolean(answer.meta["predicted"]) };
    if (!signal.aborted) set({ sureness: sureness.values.length > 0 ? sureness : null });
  } catch {
    if (!signal.aborted) set({ sureness: null }); // another body, or no examples: there is nothing to show
  }
}

/** Confidence (F,) as so many columns, each the least of its frames: a moment of doubt is not to be missed. */
export function columnsOf(values: Float32Array, count: number): number[] {
  const columns = Math.max(1, Math.min(count, values.length));
  return Array.from({ length: columns }, (_, column) => {
    const start = Math.floor((column * values.length) / columns);
    const stop = Math.max(start + 1, Math.floor(((column + 1) * values.length) / columns));
    return values.subarray(start, stop).reduce((least, value) => Math.min(least, value), 1);
  });
}
