/** Draws the tracks and the ruler on canvases. */
import { doubtsOf, type Confidence } from "../state/confidence";
import type { CurveData } from "../state/curves";
import { FEET } from "../protocol/types";
import { shadeOf } from "../state/hues";
import type { KeyChoice } from "../state/layerStack";
import type { TimelineColours } from "./colours";
import { drawCurve } from "./drawCurve";
import { drawKeys } from "./drawKeys";
import { LANE_HEIGHT, NOTES, type AnnotationTrack, type LabelTrack, type PlantTrack, type Track, type TrackSpan } from "./tracks";
import { frameToX, ticksOf, type TimeView } from "./view";

export interface DrawInput {
  readonly view: TimeView;
  readonly tracks: readonly Track[];
  readonly fps: number;
  readonly frames: number;
  readonly colours: TimelineColours;
  readonly curves: readonly (CurveData | null)[];
  /** How sure the oracle is of the plants; null where it guessed none. */
  readonly confidence: Confidence | null;
  /** "track id/span key" of the selected span. */
  readonly selected: string | null;
  /** A span being dragged: drawn with this range instead of its own, or newly. */
  readonly drag: {
    readonly track: string;
    readonly key: string | null;
    readonly start: number;
    readonly stop: number;
    readonly text: string;
  } | null;
  readonly marks: readonly [number | null, number | null];
  /** The chosen offset key of a layer. */
  readonly chosenKey: KeyChoice | null;
}

const FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** Makes a canvas fit its box on this screen; answers its context, scaled to CSS pixels. */
export function prepareCanvas(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext("2d");
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

export function drawRuler(context: CanvasRenderingContext2D, height: number, input: DrawInput): void {
  const { view, colours, fps, frames, marks } = input;
  context.clearRect(0, 0, view.width, height);
  const end = frameToX(view, frames);
  context.fillStyle = colours.sunken;
  context.fillRect(frameToX(view, 0), 0, end - frameToX(view, 0), height);
  drawMarks(context, height, input);
  context.font = FONT;
  context.textBaseline = "alphabetic";
  for (const tick of ticksOf(view, fps, frames)) {
    const x = Math.round(frameToX(view, tick.frame)) + 0.5;
    const large = tick.frameText !== "";
    context.strokeStyle = large ? colours.lineStrong : colours.line;
    context.beginPath();
    context.moveTo(x, height);
    context.lineTo(x, large ? 6 : height - 5);
    context.stroke();
    if (!large) continue;
    context.fillStyle = colours.soft;
    context.fillText(tick.secondText, x + 4, 13);
    context.fillStyle = colours.faint;
    context.fillText(tick.frameText, x + 4, 26);
  }
  const [markIn, markOut] = marks;
  context.fillStyle = colours.accent;
  if (markIn !== null) drawFlag(context, frameToX(view, markIn), height, 1);
  if (markOut !== null) drawFlag(context, frameToX(view, markOut), height, -1);
}

function drawMarks(context: CanvasRenderingContext2D, height: number, { view, marks, frames, colours }: DrawInput): void {
  const [markIn, markOut] = marks;
  if (markIn === null && markOut === null) return;
  const left = frameToX(view, markIn ?? 0);
  const right = frameToX(view, markOut ?? frames);
  context.fillStyle = colours.accentSoft;
  context.fillRect(left, 0, right - left, height);
}

function drawFlag(context: CanvasRenderingContext2D, x: number, height: number, side: 1 | -1): void {
  context.fillRect(side > 0 ? x : x - 2, 0, 2, height);
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x + side * 8, 0);
  context.lineTo(x, 8);
  context.fill();
}

export function drawTracks(context: CanvasRenderingContext2D, height: number, input: DrawInput): void {
  const { view, tracks, colours, frames, fps } = input;
  context.clearRect(0, 0, view.width, height);
  const left = Math.max(0, frameToX(view, 0));
  const right = Math.min(view.width, frameToX(view, frames));
  context.fillStyle = colours.sunken;
  context.fillRect(left, 0, right - left, height);
  context.strokeStyle = colours.line;
  context.globalAlpha = 0.6;
  for (const tick of ticksOf(view, fps, frames)) if (tick.frameText !== "") strokeLine(context, Math.round(frameToX(view, tick.frame)) + 0.5, 0, height);
  context.globalAlpha = 1;
  drawMarks(context, height, input);
  for (const track of tracks) {
    if (track.kind === "plant") drawPlants(context, track, input);
    else if (track.kind === "annotation" && track.track === NOTES) drawNotes(context, track, input);
    else if (track.kind === "annotation") drawAnnotations(context, track, input);
    else if (track.kind === "keys") drawKeys(context, track, view, fps, colours, input.chosenKey);
    else if (track.kind === "labels") drawLabels(context, track, input);
    else drawCurve(context, track.top, track.height, view, input.curves[track.curve] ?? null, colours);
    context.fillStyle = colours.line;
    context.fillRect(0, track.top + track.height - 1, view.width, 1);
  }
}

function strokeLine(context: CanvasRenderingContext2D, x: number, top: number, bottom: number): void {
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, bottom);
  context.stroke();
}

/** The spans of a track as they look during a drag. */
function withDrag(track: PlantTrack | AnnotationTrack, drag: DrawInput["drag"]): { span: TrackSpan; dragged: boolean }[] {
  const spans = track.spans.map((span) => {
    const dragged = drag !== null && drag.track === track.id && drag.key === span.key;
    return { span: dragged ? { ...span, start: drag.start, stop: drag.stop } : span, dragged };
  });
  if (drag !== null && drag.track === track.id && drag.key === null && drag.stop > drag.start) {
    spans.push({
      span: { key: "", start: drag.start, stop: drag.stop, text: drag.text, by: "person", confidence: null, lane: 0 },
      dragged: true,
    });
  }
  return spans;
}

function drawPlants(context: CanvasRenderingContext2D, track: PlantTrack, input: DrawInput): void {
  const { view, colours, selected } = input;
  const colour = track.foot.startsWith("left") ? colours.left : colours.right;
  const top = track.top + 3;
  const height = track.height - 7;
  for (const { span, dragged } of withDrag(track, input.drag)) {
    const x = frameToX(view, span.start);
    const width = Math.max(1, frameToX(view, span.stop) - x);
    if (x > view.width || x + width < 0) continue;
    context.fillStyle = colour;
    context.globalAlpha = dragged ? 1 : 0.82;
    roundedRect(context, x, top, width, height, 3);
    context.fill();
    context.globalAlpha = 1;
    if (selected === `${track.id}/${span.key}` || dragged) outline(context, x, top, width, height, colours);
  }
  if (input.confidence) drawDoubts(context, track, input.confidence, input);
  // Where a person has looked, a thin line: these frames the machine may not change.
  context.fillStyle = colours.text;
  context.globalAlpha = 0.5;
  for (const [start, stop] of track.person) context.fillRect(frameToX(view, start), track.top + track.height - 3, (stop - start) * view.scale, 1);
  context.globalAlpha = 1;
}

/** What the oracle is unsure of: bars fade, and a line above says so where there are none. */
function drawDoubts(context: CanvasRenderingContext2D, track: PlantTrack, confidence: Confidence, { view, colours }: DrawInput): void {
  for (const { start, stop, level } of doubtsOf(confidence, FEET.indexOf(track.foot))) {
    const x = frameToX(view, start);
    const width = Math.max(1, frameToX(view, stop) - x);
    if (x > view.width || x + width < 0) continue;
    context.globalAlpha = 0.7 * level;
    context.fillStyle = colours.sunken;
    context.fillRect(x, track.top + 3, width, track.height - 7);
    context.globalAlpha = 0.3 + 0.7 * level;
    context.fillStyle = colours.accent;
    context.fillRect(x, track.top + 1, width, 2);
  }
  context.globalAlpha = 1;
}

/** A flag at each moment, its text up to the next one. */
function drawNotes(context: CanvasRenderingContext2D, track: AnnotationTrack, input: DrawInput): void {
  const { view, colours, selected } = input;
  context.font = FONT;
  context.textBaseline = "middle";
  const spans = withDrag(track, input.drag).sort((a, b) => a.span.start - b.span.start);
  spans.forEach(({ span, dragged }, index) => {
    const x = Math.round(frameToX(view, span.start)) + 0.5;
    const next = spans[index + 1] ? frameToX(view, spans[index + 1].span.start) : view.width;
    if (x > view.width || next < 0) return;
    const chosen = selected === `${track.id}/${span.key}` || dragged;
    context.fillStyle = chosen ? colours.text : colours.accent;
    context.fillRect(x - 0.5, track.top + 3, 1.5, track.height - 7);
    context.beginPath();
    context.moveTo(x, track.top + 3);
    context.lineTo(x + 8, track.top + 6.5);
    context.lineTo(x, track.top + 10);
    context.fill();
    drawSpanText(context, span.text, x + 3, next - x - 3, track.top + track.height / 2 - 0.5, colours);
  });
}

function drawAnnotations(context: CanvasRenderingContext2D, track: AnnotationTrack, input: DrawInput): void {
  const { view, colours, selected } = input;
  context.font = FONT;
  context.textBaseline = "middle";
  for (const { span, dragged } of withDrag(track, input.drag)) {
    const x = frameToX(view, span.start);
    const width = Math.max(2, frameToX(view, span.stop) - x);
    if (x > view.width || x + width < 0) continue;
    const top = track.top + 4 + span.lane * LANE_HEIGHT + 1;
    const height = LANE_HEIGHT - 3;
    const { hue, pale } = shadeOf(span.text);
    const own = span.by !== "machine";
    context.globalAlpha = own ? 1 : 0.35 + 0.45 * (span.confidence ?? 1);
    context.fillStyle = colours.dark ? `hsl(${hue} 42% ${(own ? 32 : 27) + 8 * pale}%)` : `hsl(${hue} 62% ${(own ? 76 : 83) + 9 * pale}%)`;
    roundedRect(context, x, top, width, height, 4);
    context.fill();
    context.fillStyle = colours.dark ? `hsl(${hue} 60% 66%)` : `hsl(${hue} 60% 40%)`;
    context.fillRect(x, top + 2, Math.min(3, width), height - 4);
    context.globalAlpha = 1;
    if (selected === `${track.id}/${span.key}` || dragged) outline(context, x, top, width, height, colours);
    drawSpanText(context, span.text, x, width, top + height / 2, colours);
  }
}

function drawSpanText(context: CanvasRenderingContext2D, text: string, x: number, width: number, middle: number, colours: TimelineColours): void {
  const left = Math.max(x, 0) + 8;
  const room = x + width - left - 4;
  if (room < 14) return;
  context.save();
  context.beginPath();
  context.rect(left, middle - 10, room, 20);
  context.clip();
  context.fillStyle = colours.text;
  context.fillText(text, left, middle + 0.5);
  context.restore();
}

function drawLabels(context: CanvasRenderingContext2D, track: LabelTrack, { view, colours, frames }: DrawInput): void {
  context.font = FONT;
  context.textBaseline = "middle";
  const middle = track.top + track.height / 2 - 0.5;
  let x = Math.max(6, frameToX(view, 0) + 4);
  const end = Math.min(view.width, frameToX(view, frames));
  if (track.labels.length === 0) {
    context.fillStyle = colours.faint;
    context.fillText("No labels", x, middle);
  }
  for (const label of track.labels) {
    const width = context.measureText(label).width + 14;
    if (x + width > end) break;
    context.fillStyle = colours.raised;
    roundedRect(context, x, middle - 8, width, 16, 8);
    context.fill();
    context.fillStyle = colours.soft;
    context.fillText(label, x + 7, middle + 0.5);
    x += width + 5;
  }
}

function outline(context: CanvasRenderingContext2D, x: number, top: number, width: number, height: number, colours: TimelineColours): void {
  context.strokeStyle = colours.text;
  context.lineWidth = 1.5;
  roundedRect(context, x + 0.75, top + 0.75, Math.max(1, width - 1.5), height - 1.5, 3.5);
  context.stroke();
  context.lineWidth = 1;
}

function roundedRect(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, radius: number): void {
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
}
