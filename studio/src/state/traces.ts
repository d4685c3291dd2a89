/** Score traces of clips: feet and balance frame by frame, and what stands under them. The server measures (its compare panel). */
import { useEffect } from "react";
import { create } from "zustand";

import { panelApi } from "../protocol/api";
import { floats } from "../protocol/arrays";
import type { ClipState, CompareRival } from "../protocol/types";
import { windowId } from "./identity";
import { allSent } from "./session";
import { showClips, useStage } from "./stage";
import { toastError } from "./toasts";

/** Balance on the ground, frame by frame: points (F, 2) and corners (F, 12, 2) metres, standing (F, 12), error (F,) metres. */
export interface Support {
  readonly points: Float32Array;
  readonly corners: Float32Array;
  readonly standing: Uint8Array;
  readonly error: Float32Array;
}

export interface Trace extends Support {
  readonly clip: string;
  readonly fps: number;
  readonly frames: number;
  /** Metres: the largest stray of a planted foot point, frame by frame; `error` is the balance's. */
  readonly feet: Float32Array;
  /** Metres: the sum, its mean stray of planted points, its largest distance of the zero moment point. */
  readonly score: number;
  /** How rare the clip's worst seconds are in captures: 1 is one in ten, the line; null of a clip too short to tell. And that in words. */
  readonly rarity: number | null;
  readonly words: string;
  readonly plant: number;
  readonly worst: number;
  /** Metres: the score that a kept transition was made with; null of other clips. */
  readonly made: number | null;
  /** Whether it is a transition that goes by other motions: its plain blend can be made. */
  readonly roundabout: boolean;
  /** Whether the plants were detected, because the clip has none. */
  readonly detected: boolean;
}

export interface Traces {
  readonly traces: ReadonlyMap<string, Trace>;
  /** Whether they are drawn on the ground. */
  readonly drawn: boolean;
}

export const useTraces = create<Traces>(() => ({ traces: new Map(), drawn: false }));

/** The seconds of the longest trace, and the largest value of a curve among them, at least `least`. */
export function extentOf(traces: readonly Trace[], curve: "feet" | "error", least: number): { seconds: number; high: number } {
  let seconds = 0;
  let high = least;
  for (const trace of traces) {
    seconds = Math.max(seconds, (trace.frames - 1) / trace.fps);
    for (const value of trace[curve]) high = Math.max(high, value);
  }
  return { seconds, high };
}

/** The traces of these clips, measured anew when their frames, rate or plants change, and drawn while somebody looks. */
export function useTracesOf(states: readonly ClipState[]): readonly Trace[] {
  const traces = useTraces((state) => state.traces);
  const clips = states.map((state) => state.id);
  const key = JSON.stringify(states.map(({ id, row, plants }) => [id, row?.content, row?.fps, plants.spans]));
  useEffect(() => {
    useTraces.setState({ drawn: true });
    return () => useTraces.setState({ drawn: false });
  }, []);
  useEffect(() => {
    const asked = new AbortController();
    // An edit is shown before it is on the server, which measures what it knows.
    void allSent().then(() => clips.forEach((clip) => void load(clip, asked.signal)));
    useTraces.setState((state) => ({ traces: new Map([...state.traces].filter(([clip]) => clips.includes(clip))) }));
    return () => asked.abort();
  }, [key]);
  return clips.flatMap((clip) => traces.get(clip) ?? []);
}

async function load(clip: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await panelApi.arrays("compare", `clips/${clip}`, signal);
    const standing = answer.arrays.get("standing")?.data;
    const feet = floats(answer, "feet");
    const trace: Trace = {
      clip,
      fps: Number(answer.meta["fps"]),
      frames: feet.length,
      feet,
      error: floats(answer, "balance"),
      points: floats(answer, "points"),
      corners: floats(answer, "corners"),
      standing: standing instanceof Uint8Array ? standing : new Uint8Array(),
      score: Number(answer.meta["score"]),
      rarity: typeof answer.meta["rarity"] === "number" ? answer.meta["rarity"] : null,
      words: String(answer.meta["words"] ?? ""),
      plant: Number(answer.meta["plant"]),
      worst: Number(answer.meta["worst"]),
      made: typeof answer.meta["made"] === "number" ? answer.meta["made"] : null,
      roundabout: answer.meta["roundabout"] === true,
      detected: answer.meta["detected"] === true,
    };
    useTraces.setState(({ traces }) => ({ traces: new Map([...traces, [clip, trace]]) }));
  } catch (error) {
    if (!signal.aborted) toastError(error);
  }
}

/** Puts another clip beside the open one; null leaves it alone on stage. */
export function setBeside(clip: string | null): void {
  const { active } = useStage.getState();
  if (active) void showClips(clip ? [active, clip] : [active]);
}

/** Makes the plain blend of a transition's source and target, and puts it beside it. */
export async function makeRival(clip: string): Promise<void> {
  try {
    const { clip: rival } = await panelApi.post<CompareRival>("compare", `clips/${clip}/rival`, { window: windowId() });
    setBeside(rival);
  } catch (error) {
    toastError(error);
  }
}
