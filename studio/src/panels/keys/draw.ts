/** Draws the sheet: a ruler, rows of keys or curves, what is chosen, the playhead, where captures were cut and joined. */
import { isChosen, slopesOf, valueAt } from "../../state/sketchKeys";
import { ticksOf } from "../../timeline/view";
import { handlesOf, ROW, RULER, xOf, yOf, type Sheet } from "./sheet";

export interface Marks {
  readonly playhead: number;
  readonly frames: number;
  readonly box: readonly [number, number, number, number] | null;
  readonly cuts: readonly number[];
  readonly joins: readonly number[];
}

const HUES = ["#ff6b6b", "#51cf66", "#4dabf7", "#fcc419", "#cc5de8", "#20c997", "#ff922b", "#748ffc"];
export const hueOf = (channel: string, n: number): string => {
  const axis = channel.split(".").at(-1);
  return axis === "x" ? HUES[0] : axis === "y" ? HUES[1] : axis === "z" ? HUES[2] : HUES[3 + (n % 5)];
};

export function drawSheet(canvas: HTMLCanvasElement, sheet: Sheet, marks: Marks): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const ratio = window.devicePixelRatio || 1;
  const { width } = sheet.view;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(sheet.height * ratio))
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(sheet.height * ratio)];
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => style.getPropertyValue(name);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, sheet.height);
  context.font = "11px system-ui";
  drawGrid(context, sheet, marks, colour);
  context.save();
  context.beginPath();
  context.rect(0, RULER, width, sheet.height - RULER);
  context.clip();
  if (sheet.mode === "curves") drawCurves(context, sheet, marks, colour);
  else drawRows(context, sheet, colour);
  context.restore();
  const x = xOf(sheet, marks.playhead);
  context.fillStyle = colour("--accent");
  context.fillRect(x - 0.75, 0, 1.5, sheet.height);
  if (marks.box) {
    const [x0, y0, x1, y1] = marks.box;
    context.strokeStyle = colour("--accent");
    context.fillStyle = colour("--accent-soft");
    context.fillRect(x0, y0, x1 - x0, y1 - y0);
    context.strokeRect(x0, y0, x1 - x0, y1 - y0);
  }
}

function drawGrid(context: CanvasRenderingContext2D, sheet: Sheet, { frames, cuts, joins }: Marks, colour: (name: string) => string): void {
  for (const { frame, frameText } of ticksOf(sheet.view, sheet.fps, frames)) {
    const x = xOf(sheet, frame / sheet.fps);
    context.fillStyle = colour(frameText ? "--line-strong" : "--line");
    context.fillRect(x, frameText ? 0 : 12, 1, sheet.height);
    context.fillStyle = colour("--text-soft");
    if (frameText) context.fillText(frameText, x + 4, 12);
  }
  for (const [moments, name] of [
    [cuts, "--text-faint"],
    [joins, "--warn"],
  ] as const) {
    context.fillStyle = colour(name);
    for (const at of moments) context.fillRect(xOf(sheet, at) - 1, RULER - 5, 2, 5);
  }
}

function drawRows(context: CanvasRenderingContext2D, sheet: Sheet, colour: (name: string) => string): void {
  sheet.rows.forEach((channel, n) => {
    const y = yOf(sheet, channel, 0);
    if (y < RULER - ROW || y > sheet.height + ROW) return;
    context.fillStyle = colour(sheet.curves.includes(channel) ? "--accent-soft" : n % 2 ? "--sunken" : "--panel");
    context.globalAlpha = 0.5;
    context.fillRect(0, y - ROW / 2, sheet.view.width, ROW - 1);
    context.globalAlpha = 1;
    const keys = sheet.channels[channel] ?? [];
    keys.forEach(({ at, value }, i) => {
      // A bar between two keys of one value: it holds.
      if (i + 1 < keys.length && keys[i + 1].value === value) {
        context.fillStyle = colour("--line-strong");
        context.fillRect(xOf(sheet, at), y - 2, xOf(sheet, keys[i + 1].at) - xOf(sheet, at), 4);
      }
    });
    for (const { at } of keys) diamond(context, xOf(sheet, at), y, isChosen(sheet.chosen, channel, at), hueOf(channel, n), colour);
  });
}

function drawCurves(context: CanvasRenderingContext2D, sheet: Sheet, { frames }: Marks, colour: (name: string) => string): void {
  const zero = yOf(sheet, "", 0);
  context.fillStyle = colour("--line-strong");
  if (zero > RULER && zero < sheet.height) context.fillRect(0, zero, sheet.view.width, 1);
  context.fillStyle = colour("--text-faint");
  for (const share of [0.1, 0.5, 0.9]) {
    const value = sheet.range[0] + share * (sheet.range[1] - sheet.range[0]);
    context.fillText(value.toFixed(2), 4, yOf(sheet, "", value) - 2);
  }
  sheet.curves.forEach((channel, n) => {
    const keys = sheet.channels[channel] ?? [];
    if (keys.length === 0) return;
    const slopes = slopesOf(keys);
    context.strokeStyle = hueOf(channel, n);
    context.lineWidth = 1.6;
    context.beginPath();
    const last = xOf(sheet, (frames - 1) / sheet.fps);
    for (let x = Math.max(0, xOf(sheet, 0)); x <= Math.min(sheet.view.width, last); x += 2)
      context.lineTo(x, yOf(sheet, channel, valueAt(keys, (sheet.view.start + x / sheet.view.scale) / sheet.fps, slopes)));
    context.stroke();
  });
  for (const { x, y, keyX, keyY } of handlesOf(sheet)) {
    context.strokeStyle = colour("--text-soft");
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(keyX, keyY);
    context.lineTo(x, y);
    context.stroke();
    context.fillStyle = colour("--text");
    context.beginPath();
    context.arc(x, y, 3, 0, 2 * Math.PI);
    context.fill();
  }
  sheet.curves.forEach((channel, n) => {
    for (const { at, value } of sheet.channels[channel] ?? [])
      diamond(context, xOf(sheet, at), yOf(sheet, channel, value), isChosen(sheet.chosen, channel, at), hueOf(channel, n), colour);
  });
}

function diamond(context: CanvasRenderingContext2D, x: number, y: number, chosen: boolean, hue: string, colour: (name: string) => string): void {
  const size = chosen ? 5.5 : 4.5;
  context.beginPath();
  context.moveTo(x, y - size);
  context.lineTo(x + size, y);
  context.lineTo(x, y + size);
  context.lineTo(x - size, y);
  context.closePath();
  context.fillStyle = chosen ? colour("--text") : hue;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = chosen ? colour("--accent") : colour("--panel");
  context.stroke();
}
