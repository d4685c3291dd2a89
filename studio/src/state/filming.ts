/** Films what the viewer shows, frame by frame at any size: drawn here, sent one by one, and made into a film by the server. */
import { create } from "zustand";

import { panelApi, sendFrame } from "../protocol/api";
import type { FilmBegin, FilmBegun, Job } from "../protocol/types";
import { theViewer } from "../scene/theViewer";
import { saveWhenDone } from "./exporting";
import { toast, toastError } from "./toasts";
import { pause } from "./transport";

export interface FilmWish {
  readonly kind: FilmBegin["kind"];
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Once round the characters from the first frame to the last. */
  readonly turntable: boolean;
}

/** Frames drawn and in all; null while nothing is filmed. */
export const useFilming = create<{ readonly done: number; readonly total: number; readonly stopped: boolean }>(() => ({ done: 0, total: 0, stopped: false }));

/** Frames that may be on their way at a time: drawing goes on meanwhile. */
const ON_THEIR_WAY = 3;
const TRIES = 4;

/** The moments of a film from `start` to `end` seconds, both of them shown. Pure. */
export function momentsOf(start: number, end: number, fps: number): number[] {
  const count = Math.max(1, Math.floor((end - start) * fps + 1e-6) + 1);
  return Array.from({ length: count }, (_, i) => start + i / fps);
}

/** A size that a film of this kind can have: H.264 keeps colour for every second pixel. Pure. */
export function sizeFor(kind: FilmWish["kind"], width: number, height: number): [number, number] {
  const clamp = (pixels: number): number => Math.min(8192, Math.max(16, Math.round(pixels) || 16));
  return kind === "mp4" ? [clamp(width) & ~1, clamp(height) & ~1] : [clamp(width), clamp(height)];
}

export function stopFilming(): void {
  useFilming.setState({ stopped: true });
}

/** Films from `start` to `end` seconds, and saves the film. */
export async function film(name: string, wish: FilmWish, start: number, end: number): Promise<void> {
  const { current: viewer } = theViewer;
  if (!viewer || useFilming.getState().total > 0) return;
  pause();
  const moments = momentsOf(start, end, wish.fps);
  const { kind, width, height, fps } = wish;
  useFilming.setState({ done: 0, total: moments.length, stopped: false });
  try {
    const request: FilmBegin = { name, kind, width, height, fps, frames: moments.length };
    const { film: id } = await panelApi.post<FilmBegun>("film", "begin", request);
    const whole = await sendAll(id, wish, moments, viewer.film(width, height));
    if (whole) void saveWhenDone(await panelApi.post<Job>("film", `${id}/finish`));
    else {
      await panelApi.post<void>("film", `${id}/cancel`);
      toast("info", "The film was stopped.");
    }
  } catch (error) {
    toastError(error);
  } finally {
    useFilming.setState({ done: 0, total: 0, stopped: false });
  }
}

/** Draws and sends every frame; false where the person stopped it. */
async function sendAll(
  id: string,
  wish: FilmWish,
  moments: readonly number[],
  camera: ReturnType<NonNullable<typeof theViewer.current>["film"]>,
): Promise<boolean> {
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [wish.width, wish.height];
  const turn = wish.turntable ? (2 * Math.PI) / moments.length : 0;
  const sending = new Set<Promise<void>>();
  let failure: unknown = null;
  try {
    for (const [number, moment] of moments.entries()) {
      if (useFilming.getState().stopped || failure !== null) break;
      const picture = await toPng(sheet, camera.draw(moment, number === 0 ? 0 : turn));
      const sent = send(id, number, picture)
        .catch((error: unknown) => void (failure ??= error))
        .finally(() => sending.delete(sent));
      sending.add(sent);
      if (sending.size >= ON_THEIR_WAY) await Promise.race(sending);
      useFilming.setState({ done: number + 1 });
    }
    await Promise.all(sending);
  } finally {
    camera.end();
  }
  if (failure !== null) throw failure;
  return !useFilming.getState().stopped;
}

/** The picture, drawn larger for smooth edges, at its true size. It is read in the same turn in which it was drawn: after that WebGL may forget it. */
function toPng(sheet: HTMLCanvasElement, picture: HTMLCanvasElement): Promise<Blob> {
  const context = sheet.getContext("2d", { alpha: false });
  if (!context) throw new Error("This browser cannot make pictures of that size.");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, sheet.width, sheet.height);
  return new Promise((resolve, reject) =>
    sheet.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("This browser cannot make pictures of that size."))), "image/png"),
  );
}

/** A frame that is lost on the way is sent again. */
async function send(id: string, number: number, picture: Blob): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await sendFrame(id, number, picture);
    } catch (error) {
      if (tried === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250 * tried));
    }
  }
}
