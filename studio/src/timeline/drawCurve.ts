/** Draws a joint's curve: for every pixel the range its frames span, so that long clips stay quick and no peak is lost. */
import type { CurveData } from "../state/curves";
import type { TimelineColours } from "./colours";
import { xToFrame, type TimeView } from "./view";

const MARGIN = 8;
/** x, y and z as in every 3D program. */
const AXIS_HUES: Readonly<Record<string, number>> = { x: 4, y: 125, z: 215 };

export function channelColour(channel: string, colours: TimelineColours): string {
  const hue = AXIS_HUES[channel];
  return hue === undefined ? colours.accent : `hsl(${hue} ${colours.dark ? "70% 66%" : "65% 42%"})`;
}

export function drawCurve(
  context: CanvasRenderingContext2D,
  top: number,
  height: number,
  view: TimeView,
  data: CurveData | null,
  colours: TimelineColours,
): void {
  if (!data) return;
  const span = Math.max(data.high - data.low, 1e-6);
  const toY = (value: number): number => top + MARGIN + (1 - (value - data.low) / span) * (height - 2 * MARGIN);
  if (data.low < 0 && data.high > 0) {
    context.fillStyle = colours.lineStrong;
    context.fillRect(0, Math.round(toY(0)), view.width, 1);
  }
  context.lineWidth = 1.4;
  data.channels.forEach((channel, c) => {
    context.strokeStyle = channelColour(channel, colours);
    context.beginPath();
    tracePath(context, view, data, c * data.frames, toY);
    context.stroke();
  });
  context.lineWidth = 1;
}

function tracePath(context: CanvasRenderingContext2D, view: TimeView, data: CurveData, base: number, toY: (value: number) => number): void {
  const first = Math.max(0, Math.floor(view.start));
  const last = Math.min(data.frames - 1, Math.ceil(xToFrame(view, view.width)));
  if (view.scale >= 1) {
    for (let frame = first; frame <= last; frame++) context.lineTo((frame - view.start) * view.scale, toY(data.values[base + frame]));
    return;
  }
  const left = Math.max(0, Math.floor((first - view.start) * view.scale));
  const right = Math.min(view.width, Math.ceil((last - view.start) * view.scale));
  for (let x = left; x <= right; x++) {
    const from = Math.max(first, Math.floor(xToFrame(view, x)));
    const to = Math.min(last, Math.max(from, Math.floor(xToFrame(view, x + 1))));
    let low = Infinity;
    let high = -Infinity;
    for (let frame = from; frame <= to; frame++) {
      low = Math.min(low, data.values[base + frame]);
      high = Math.max(high, data.values[base + frame]);
    }
    if (low > high) continue;
    context.lineTo(x, toY(low));
    if (high > low) context.lineTo(x, toY(high));
  }
}
