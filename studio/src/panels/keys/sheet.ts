/** Where keys and curves lie in the sheet, and what is under a pixel. Pure. */
import { isChosen, slopesOf, valueAt, type Channels, type Chosen } from "../../state/sketchKeys";
import { frameToX, xToFrame, type TimeView } from "../../timeline/view";

export const RULER = 20;
export const ROW = 20;
const REACH = 7;
/** Of a tangent's handle from its key, pixels. */
const ARM = 42;

export interface Sheet {
  readonly view: TimeView;
  readonly fps: number;
  readonly height: number;
  readonly mode: "dope" | "curves";
  /** Channels from the top, and the pixels that were scrolled. */
  readonly rows: readonly string[];
  readonly scrolled: number;
  readonly channels: Channels;
  readonly curves: readonly string[];
  readonly chosen: readonly Chosen[];
  /** Values at the bottom and the top of the curves. */
  readonly range: readonly [number, number];
}

export const xOf = ({ view, fps }: Sheet, at: number): number => frameToX(view, at * fps);
export const secondsAt = ({ view, fps }: Sheet, x: number): number => xToFrame(view, x) / fps;

export function yOf(sheet: Sheet, channel: string, value: number): number {
  if (sheet.mode === "dope") return RULER + (sheet.rows.indexOf(channel) + 0.5) * ROW - sheet.scrolled;
  const [low, high] = sheet.range;
  return RULER + (sheet.height - RULER) * (1 - (value - low) / (high - low));
}

/** Units a pixel goes down. */
export const valueStep = ({ range, height }: Sheet): number => -(range[1] - range[0]) / Math.max(height - RULER, 1);

/** The values that the drawn curves reach, with room above and below. */
export function rangeOf(channels: Channels, curves: readonly string[], frames: number, fps: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const name of curves) {
    const keys = channels[name] ?? [];
    const slopes = slopesOf(keys);
    for (let i = 0; i <= 80 && keys.length > 0; i++) {
      const value = valueAt(keys, (i / 80) * (frames / fps), slopes);
      [low, high] = [Math.min(low, value), Math.max(high, value)];
    }
    for (const { value } of keys) [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  if (!Number.isFinite(low)) return [-1, 1];
  const room = Math.max(0.15 * (high - low), 0.02);
  return [low - room, high + room];
}

const shownIn = (sheet: Sheet): readonly string[] => (sheet.mode === "dope" ? sheet.rows : sheet.curves);

/** The key under a pixel. */
export function keyAt(sheet: Sheet, x: number, y: number): Chosen | null {
  let best: Chosen | null = null;
  let nearest = REACH;
  for (const channel of shownIn(sheet))
    for (const { at, value } of sheet.channels[channel] ?? []) {
      const away = Math.hypot(xOf(sheet, at) - x, yOf(sheet, channel, value) - y);
      if (away <= nearest) [best, nearest] = [{ channel, at }, away];
    }
  return best;
}

/** The keys in a box. */
export function keysIn(sheet: Sheet, x0: number, y0: number, x1: number, y1: number): Chosen[] {
  const [left, right, top, bottom] = [Math.min(x0, x1), Math.max(x0, x1), Math.min(y0, y1), Math.max(y0, y1)];
  return shownIn(sheet).flatMap((channel) =>
    (sheet.channels[channel] ?? [])
      .filter(({ at, value }) => {
        const [x, y] = [xOf(sheet, at), yOf(sheet, channel, value)];
        return x >= left && x <= right && y >= top && y <= bottom;
      })
      .map(({ at }) => ({ channel, at })),
  );
}

export interface Handle extends Chosen {
  readonly side: "left" | "right";
  readonly x: number;
  readonly y: number;
  readonly keyX: number;
  readonly keyY: number;
}

/** The tangents of chosen keys, to be dragged in the curves. */
export function handlesOf(sheet: Sheet): Handle[] {
  if (sheet.mode !== "curves") return [];
  return sheet.curves.flatMap((channel) => {
    const keys = sheet.channels[channel] ?? [];
    const slopes = slopesOf(keys);
    return keys.flatMap(({ at, value, tangent }, i) => {
      if (!isChosen(sheet.chosen, channel, at) || (tangent !== "free" && tangent !== "auto")) return [];
      const [keyX, keyY] = [xOf(sheet, at), yOf(sheet, channel, value)];
      return (["left", "right"] as const).map((side) => {
        const sign = side === "left" ? -1 : 1;
        // A slope of so many units a second, as pixels on the page.
        const [dx, dy] = [sheet.view.scale * sheet.fps, slopes[i][side === "left" ? 0 : 1] / valueStep(sheet)];
        const length = Math.hypot(dx, dy);
        return { channel, at, side, keyX, keyY, x: keyX + (sign * ARM * dx) / length, y: keyY + (sign * ARM * dy) / length };
      });
    });
  });
}

export function handleAt(sheet: Sheet, x: number, y: number): Handle | null {
  return handlesOf(sheet).find((handle) => Math.hypot(handle.x - x, handle.y - y) <= REACH) ?? null;
}

/** The slope, units a second, of a handle that was dragged to a pixel. */
export function slopeAt(sheet: Sheet, handle: Handle, x: number, y: number): number {
  const sign = handle.side === "left" ? -1 : 1;
  const dx = sign * Math.max(sign * (x - handle.keyX), 2);
  return ((y - handle.keyY) * valueStep(sheet)) / (dx / (sheet.view.scale * sheet.fps));
}
