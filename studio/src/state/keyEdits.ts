/** What can be done to the chosen keys of the open sketch; each is one step of undo. */
import {
  breakdown,
  changeKeys,
  copyKeys,
  deleteKeys,
  freeTangent,
  moveKeys,
  pasteKeys,
  setValue,
  snap,
  valueAt,
  type Chosen,
  type Tangent,
} from "./sketchKeys";
import { clipboard, editSketch, setClipboard, useSketching } from "./sketching";
import { currentFrame, seek, useTransport } from "./transport";

const get = useSketching.getState;
const rate = (): number => get().detail?.fps ?? 24;
const now = (): number => snap(currentFrame() / rate(), rate(), get().frames);
const words = (chosen: readonly Chosen[]): string => (chosen.length === 1 ? "a key" : `${chosen.length} keys`);

export const selectAllKeys = (): void =>
  useSketching.setState(({ channels }) => ({ chosen: Object.entries(channels).flatMap(([channel, keys]) => keys.map(({ at }) => ({ channel, at }))) }));

export function deleteChosen(): void {
  const { channels, chosen } = get();
  editSketch({ channels: deleteKeys(channels, chosen), chosen: [] }, `Delete ${words(chosen)}`);
}

export function copyChosen(): void {
  const { channels, chosen } = get();
  setClipboard(copyKeys(channels, chosen));
}

export function cutChosen(): void {
  copyChosen();
  deleteChosen();
}

export function pasteChosen(): void {
  const { channels, frames } = get();
  if (clipboard.length > 0) editSketch(pasteKeys(channels, clipboard, now(), rate(), frames), `Paste ${clipboard.length} keys`);
}

export function stepKeys(frames: number): void {
  const { channels, chosen } = get();
  editSketch(moveKeys(channels, chosen, frames / rate(), 0, rate(), get().frames), `Move ${words(chosen)}`);
}

/** The first of the chosen keys comes to the playhead. */
export function alignKeys(): void {
  const { channels, chosen } = get();
  const first = Math.min(...chosen.map(({ at }) => at));
  editSketch(moveKeys(channels, chosen, now() - first, 0, rate(), get().frames), `Snap ${words(chosen)}`);
}

export function setTangents(tangent: Tangent): void {
  const { channels, chosen } = get();
  const next = changeKeys(channels, chosen, (key, channel) => ({ ...key, tangent, ...(tangent === "free" ? freeTangent(channels[channel], key.at) : {}) }));
  editSketch(next, `Tangents of ${words(chosen)}: ${tangent}`);
}

/** A key at this frame on every drawn curve, where it is. */
export function keyCurves(): void {
  const { curves, detail } = get();
  let { channels } = get();
  if (!detail) return;
  for (const name of curves) channels = setValue(channels, name, now(), channels[name] ? valueAt(channels[name], now()) : 0);
  editSketch({ channels, chosen: curves.map((channel) => ({ channel, at: now() })) }, `Key ${curves.length} channels`);
}

/** Breaks the drawn curves down at this frame; without a title it is only shown. */
export function breakDown(share: number, title: string | null): void {
  const { channels, curves } = get();
  editSketch({ channels: breakdown(channels, curves, now(), share) }, title);
}

/** The value of a channel at this frame, keyed by number. */
export function typeValue(channel: string, value: number): void {
  editSketch({ channels: setValue(get().channels, channel, now(), value), chosen: [{ channel, at: now() }] }, `Key ${channel}`);
}

export function toNextKey(step: 1 | -1): void {
  const { time } = useTransport.getState();
  const { channels, curves } = get();
  const names = curves.length > 0 ? curves : Object.keys(channels);
  const moments = names.flatMap((name) => (channels[name] ?? []).map(({ at }) => at)).sort((a, b) => step * (a - b));
  const next = moments.find((at) => step * (at - time) > 1e-3);
  if (next !== undefined) seek(next);
}
