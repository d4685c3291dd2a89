/** Layers of offset keys as plain data: how they are edited. Pure. */
import type { LayerInfo, LayerStackInfo, PoseKeyInfo, TimeKeyInfo } from "../protocol/types";

/** A key of a layer: its layer, what it is, and its number in the layer. */
export interface KeyChoice {
  readonly layer: number;
  readonly kind: "pose" | "time";
  readonly index: number;
}

export const NO_LAYERS: LayerStackInfo = { layers: [], feet: "keep" };
/** Seconds within which two keys are at the same moment. */
const SAME = 1e-4;

export function newLayer(stack: LayerStackInfo): LayerInfo {
  const taken = new Set(stack.layers.map(({ name }) => name));
  let number = stack.layers.length + 1;
  while (taken.has(`Layer ${number}`)) number++;
  return { name: `Layer ${number}`, weight: 1, muted: false, fade_in: 0.5, fade_out: 0.5, poses: [], times: [] };
}

/** The stack with one layer at least: what is posed has to be keyed somewhere. */
export function withALayer(stack: LayerStackInfo): LayerStackInfo {
  return stack.layers.length > 0 ? stack : { ...stack, layers: [newLayer(stack)] };
}

export function changeLayer(stack: LayerStackInfo, layer: number, changes: Partial<LayerInfo>): LayerStackInfo {
  return { ...stack, layers: stack.layers.map((each, index) => (index === layer ? { ...each, ...changes } : each)) };
}

export function removeLayer(stack: LayerStackInfo, layer: number): LayerStackInfo {
  return { ...stack, layers: stack.layers.filter((_, index) => index !== layer) };
}

/** One step up (1) or down (-1) in the order in which layers are applied. */
export function moveLayer(stack: LayerStackInfo, layer: number, step: 1 | -1): LayerStackInfo {
  const to = layer + step;
  if (to < 0 || to >= stack.layers.length) return stack;
  const layers = [...stack.layers];
  [layers[layer], layers[to]] = [layers[to], layers[layer]];
  return { ...stack, layers };
}

export function putPose(stack: LayerStackInfo, layer: number, key: PoseKeyInfo): LayerStackInfo {
  const others = (stack.layers[layer]?.poses ?? []).filter(({ at }) => Math.abs(at - key.at) > SAME);
  return changeLayer(stack, layer, { poses: [...others, key].sort((a, b) => a.at - b.at) });
}

export function putTime(stack: LayerStackInfo, layer: number, key: TimeKeyInfo): LayerStackInfo {
  const others = (stack.layers[layer]?.times ?? []).filter(({ at }) => Math.abs(at - key.at) > SAME);
  return changeLayer(stack, layer, { times: [...others, key].sort((a, b) => a.at - b.at) });
}

export function removeKey(stack: LayerStackInfo, { layer, kind, index }: KeyChoice): LayerStackInfo {
  const without = <T>(keys: readonly T[]): T[] => keys.filter((_, each) => each !== index);
  const { poses, times } = stack.layers[layer];
  return changeLayer(stack, layer, kind === "pose" ? { poses: without(poses) } : { times: without(times) });
}

/** The stack with a key at another moment. A time key still shows the moment that it showed: time is stretched to it. */
export function moveKey(stack: LayerStackInfo, choice: KeyChoice, at: number): { stack: LayerStackInfo; choice: KeyChoice } {
  const { layer, kind, index } = choice;
  const { poses, times } = stack.layers[layer];
  const moment = Math.max(0, at);
  const rest = removeKey(stack, choice);
  if (kind === "pose") {
    const moved = putPose(rest, layer, { ...poses[index], at: moment });
    return { stack: moved, choice: { ...choice, index: moved.layers[layer].poses.findIndex((key) => key.at === moment) } };
  }
  const shows = times[index].at + times[index].shift;
  const moved = putTime(rest, layer, { at: moment, shift: shows - moment });
  return { stack: moved, choice: { ...choice, index: moved.layers[layer].times.findIndex((key) => key.at === moment) } };
}

/** The moment of a key, seconds; null where it is gone. */
export function momentOf(stack: LayerStackInfo, { layer, kind, index }: KeyChoice): number | null {
  const found = stack.layers[layer];
  return (kind === "pose" ? found?.poses[index]?.at : found?.times[index]?.at) ?? null;
}
