/** Keys of a sketch: chosen, moved, scaled, copied, broken down. Pure; the curve through them is the one of motionloom/keyframes/key_curves.py. */
import type { SketchKey } from "../protocol/types";

export type Channels = Readonly<Record<string, readonly Key[]>>;
export type Key = Required<SketchKey>;
export type Tangent = Key["tangent"];
/** A key by its channel and its moment: moments are what a channel's keys differ in. */
export interface Chosen {
  readonly channel: string;
  readonly at: number;
}

const NEAR = 1e-6;
const same = (a: number, b: number): boolean => Math.abs(a - b) < NEAR;
export const isChosen = (chosen: readonly Chosen[], channel: string, at: number): boolean =>
  chosen.some((each) => each.channel === channel && same(each.at, at));
export const newKey = (at: number, value: number, tangent: Tangent = "auto"): Key => ({ at, value, tangent, left: 0, right: 0 });

/** The moment of the whole frame that is nearest. */
export function snap(at: number, fps: number, frames: number): number {
  return Math.min(Math.max(Math.round(at * fps), 0), frames - 1) / fps;
}

/** Slopes on the left and on the right of each key. Auto: flat where the curve turns, and never so steep that it would overshoot. */
export function slopesOf(keys: readonly Key[]): readonly (readonly [number, number])[] {
  const rate = (i: number): number => (keys[i + 1].value - keys[i].value) / (keys[i + 1].at - keys[i].at);
  return keys.map((key, i) => {
    if (key.tangent === "free") return [key.left, key.right];
    let auto = 0;
    if (i > 0 && i < keys.length - 1 && rate(i - 1) * rate(i) > 0) {
      const most = 3 * Math.min(Math.abs(rate(i - 1)), Math.abs(rate(i)));
      auto = Math.min(Math.max((keys[i + 1].value - keys[i - 1].value) / (keys[i + 1].at - keys[i - 1].at), -most), most);
    }
    if (key.tangent === "linear") return [i > 0 ? rate(i - 1) : 0, auto];
    return key.tangent === "step" ? [0, auto] : [auto, auto];
  });
}

/** The value of a curve at a moment. */
export function valueAt(keys: readonly Key[], at: number, slopes = slopesOf(keys)): number {
  if (keys.length === 0) return 0;
  const last = keys.length - 1;
  if (at <= keys[0].at) return keys[0].value;
  if (at >= keys[last].at) return keys[last].value;
  const i = Math.max(0, keys.findIndex((key) => key.at > at) - 1);
  const [a, b] = [keys[i], keys[i + 1]];
  if (same(a.at, at) || a.tangent === "step") return a.value;
  const span = b.at - a.at;
  const s = (at - a.at) / span;
  if (a.tangent === "linear") return a.value + s * (b.value - a.value);
  return a.value + s * s * (3 - 2 * s) * (b.value - a.value) + s * (1 - s) * ((1 - s) * slopes[i][1] * span - s * slopes[i + 1][0] * span);
}

const inOrder = (keys: readonly Key[]): Key[] => [...keys].sort((a, b) => a.at - b.at);

/** With a key put in, in place of one at the same moment. */
export function putKey(channels: Channels, channel: string, key: Key): Channels {
  const others = (channels[channel] ?? []).filter((each) => !same(each.at, key.at));
  return { ...channels, [channel]: inOrder([...others, key]) };
}

/** The value of a channel changed at a moment, its tangent kept where there was a key. */
export function setValue(channels: Channels, channel: string, at: number, value: number): Channels {
  const old = channels[channel]?.find((key) => same(key.at, at));
  return putKey(channels, channel, old ? { ...old, value } : newKey(at, value));
}

export function deleteKeys(channels: Channels, chosen: readonly Chosen[]): Channels {
  const left = Object.entries(channels).map(([channel, keys]) => [channel, keys.filter((key) => !isChosen(chosen, channel, key.at))] as const);
  return Object.fromEntries(left.filter(([, keys]) => keys.length > 0));
}

/** Every chosen key changed; one that comes onto another takes its place. */
export function changeKeys(
  channels: Channels,
  chosen: readonly Chosen[],
  change: (key: Key, channel: string) => Key,
): { channels: Channels; chosen: Chosen[] } {
  const moved: Chosen[] = [];
  const next = Object.entries(channels).map(([channel, keys]) => {
    const taken = keys.filter((key) => isChosen(chosen, channel, key.at)).map((key) => change(key, channel));
    if (taken.length === 0) return [channel, keys] as const;
    moved.push(...taken.map(({ at }) => ({ channel, at })));
    const stay = keys.filter((key) => !isChosen(chosen, channel, key.at) && !taken.some((other) => same(other.at, key.at)));
    const once = taken.filter((key, i) => taken.findIndex((other) => same(other.at, key.at)) === i);
    return [channel, inOrder([...stay, ...once])] as const;
  });
  return { channels: Object.fromEntries(next), chosen: moved };
}

/** Moved in time (on whole frames) and in value. */
export function moveKeys(
  channels: Channels,
  chosen: readonly Chosen[],
  seconds: number,
  value: number,
  fps: number,
  frames: number,
): { channels: Channels; chosen: Chosen[] } {
  const least = Math.min(...chosen.map(({ at }) => at));
  const most = Math.max(...chosen.map(({ at }) => at));
  const step = snap(least + Math.min(Math.max(seconds, -least), (frames - 1) / fps - most), fps, frames) - least;
  return changeKeys(channels, chosen, (key) => ({ ...key, at: snap(key.at + step, fps, frames), value: key.value + value }));
}

/** Stretched in time about a moment, and in value about a value. */
export function scaleKeys(
  channels: Channels,
  chosen: readonly Chosen[],
  times: number,
  about: number,
  values: number,
  middle: number,
  fps: number,
  frames: number,
): { channels: Channels; chosen: Chosen[] } {
  return changeKeys(channels, chosen, (key) => ({
    ...key,
    at: snap(about + times * (key.at - about), fps, frames),
    value: middle + values * (key.value - middle),
  }));
}

export interface Copied {
  readonly channel: string;
  readonly key: Key;
}

/** Copied keys, the first at 0. */
export function copyKeys(channels: Channels, chosen: readonly Chosen[]): Copied[] {
  const found = Object.entries(channels).flatMap(([channel, keys]) => keys.filter((key) => isChosen(chosen, channel, key.at)).map((key) => ({ channel, key })));
  const first = Math.min(...found.map(({ key }) => key.at));
  return found.map(({ channel, key }) => ({ channel, key: { ...key, at: key.at - first } }));
}

export function pasteKeys(channels: Channels, copied: readonly Copied[], at: number, fps: number, frames: number): { channels: Channels; chosen: Chosen[] } {
  let next = channels;
  const chosen: Chosen[] = [];
  for (const { channel, key } of copied) {
    const moment = snap(at + key.at, fps, frames);
    if (at + key.at > (frames - 1) / fps + NEAR) continue;
    next = putKey(next, channel, { ...key, at: moment });
    chosen.push({ channel, at: moment });
  }
  return { channels: next, chosen };
}

/** A breakdown: at a moment, each channel so far on its way from the key before to the key after (0 to 1, beyond for overshoot). */
export function breakdown(channels: Channels, names: readonly string[], at: number, share: number): Channels {
  let next = channels;
  for (const name of names) {
    const keys = (channels[name] ?? []).filter((key) => !same(key.at, at));
    const before = keys.filter((key) => key.at < at).at(-1);
    const after = keys.find((key) => key.at > at);
    if (before && after) next = setValue(next, name, at, before.value + share * (after.value - before.value));
  }
  return next;
}

/** Where the curve goes now, as free tangents that can be dragged. */
export function freeTangent(keys: readonly Key[], at: number): Pick<Key, "left" | "right"> {
  const i = keys.findIndex((key) => same(key.at, at));
  const [left, right] = slopesOf(keys)[i] ?? [0, 0];
  return { left, right };
}

/** A channel as people say it: `left_foot.y` is "left foot y". */
export const channelWords = (name: string): string => name.replaceAll("_", " ").replace(".", " ");
