/** Curves of joints over time, as the timeline shows them. The server computes them (its curves panel). */
import { useEffect, useState } from "react";

import { panelApi } from "../protocol/api";
import { floats } from "../protocol/arrays";
import { firstFrame } from "./firstFrame";
import { changeSettings, useSettings, type CurveChoice } from "./settings";
import type { LoadedClip } from "./stage";
import { toastError } from "./toasts";

export interface CurveData {
  readonly channels: readonly string[];
  readonly unit: string;
  readonly frames: number;
  /** (C, F), one channel after the other. */
  readonly values: Float32Array;
  readonly low: number;
  readonly high: number;
}

export const CURVE_KINDS = ["position", "speed", "angle"] as const;
const KEEP = 24;
const cache = new Map<string, Promise<CurveData>>();

export function setCurve(index: number, choice: CurveChoice): void {
  const { curves } = useSettings.getState();
  changeSettings({ curves: curves.map((old, i) => (i === index ? choice : old)) });
}

export function addCurve(choice: CurveChoice): void {
  changeSettings({ curves: [...useSettings.getState().curves, choice] });
}

export function removeCurve(index: number): void {
  changeSettings({ curves: useSettings.getState().curves.filter((_, i) => i !== index) });
}

/** The joint a curve is of: by name where the skeleton has it, else the root. */
export function jointOf(choice: CurveChoice, names: readonly string[]): number {
  return Math.max(0, names.indexOf(choice.joint));
}

/** The data of the chosen curves of a clip; null where it has not come yet. */
export function useCurveData(clip: LoadedClip | null, choices: readonly CurveChoice[]): readonly (CurveData | null)[] {
  const [data, setData] = useState<readonly (CurveData | null)[]>([]);
  useEffect(() => {
    let current = true;
    setData((old) => choices.map((_, i) => old[i] ?? null));
    if (!clip) return;
    const wanted = choices.map((choice) => load(clip, jointOf(choice, clip.detail.skeleton.names), choice.kind));
    void Promise.all(wanted)
      .then((arrived) => (current ? setData(arrived) : undefined))
      .catch(toastError);
    return () => {
      current = false;
    };
  }, [clip, choices]);
  return clip ? data : [];
}

function load(clip: LoadedClip, joint: number, kind: string): Promise<CurveData> {
  const key = `${clip.content}/${clip.frames.fps}/${joint}/${kind}`;
  const known = cache.get(key);
  if (known) return known;
  const asked = firstFrame().then(() => panelApi.arrays("curves", `clips/${clip.id}?joint=${joint}&kind=${kind}`));
  const coming = asked.then((answer): CurveData => {
    const values = floats(answer, "values");
    const channels = answer.meta["channels"] as string[];
    const [low, high] = curveRange(values);
    return { channels, unit: String(answer.meta["unit"]), frames: values.length / Math.max(1, channels.length), values, low, high };
  });
  coming.catch(() => cache.delete(key));
  cache.set(key, coming);
  for (const old of [...cache.keys()].slice(0, Math.max(0, cache.size - KEEP))) cache.delete(old);
  return coming;
}

/** Lowest and highest of a curve, with a little room; a flat one keeps some height. */
export function curveRange(values: Float32Array): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return [0, 1];
  const room = Math.max((high - low) * 0.04, 1e-3);
  return [low - room, high + room];
}
