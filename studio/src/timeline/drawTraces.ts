/** Draws score traces of several clips over one another, with the line up to which they are well. */
import type { Trace } from "../state/traces";
import type { TimelineColours } from "./colours";

export const CHART_TOP = 20;
const CHART_BOTTOM = 4;

export interface TraceChart {
  readonly traces: readonly Trace[];
  readonly curve: "feet" | "error";
  readonly title: string;
  /** Above this the value is worse than in captures, metres. */
  readonly line: number;
  readonly seconds: number;
  readonly high: number;
}

export function drawTraces(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  chart: TraceChart,
  tones: readonly string[],
  colours: TimelineColours,
): void {
  const { traces, curve, high, seconds } = chart;
  const toY = (value: number): number => height - CHART_BOTTOM - (value / high) * (height - CHART_TOP - CHART_BOTTOM);
  context.clearRect(0, 0, width, height);
  context.fillStyle = colours.sunken;
  context.fillRect(0, 0, width, height);
  context.fillStyle = colours.lineStrong;
  if (chart.line < high) for (let x = 0; x < width; x += 8) context.fillRect(x, Math.round(toY(chart.line)), 4, 1);
  context.fillRect(0, Math.round(toY(0)), width, 1);
  context.lineWidth = 1.6;
  context.lineJoin = "round";
  [...traces].reverse().forEach((trace, back) => {
    context.strokeStyle = tones[(traces.length - 1 - back) % tones.length];
    context.beginPath();
    const step = Math.max(1, Math.floor(trace.frames / (2 * width)));
    for (let frame = 0; frame < trace.frames; frame += step) {
      let value = 0;
      for (let k = frame; k < Math.min(frame + step, trace.frames); k++) value = Math.max(value, trace[curve][k]);
      context.lineTo(seconds > 0 ? (frame / trace.fps / seconds) * width : 0, toY(value));
    }
    context.stroke();
  });
  context.lineWidth = 1;
  context.font = `600 11px ${getComputedStyle(document.body).fontFamily}`;
  context.fillStyle = colours.faint;
  context.fillText(chart.title, 8, 14);
  const top = `${(100 * high).toFixed(high < 0.1 ? 1 : 0)} cm`;
  context.fillText(top, width - context.measureText(top).width - 8, 14);
}
