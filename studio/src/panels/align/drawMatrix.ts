/** Draws the cost matrix, its axes, where transitions may be, the warps and the moment on stage. */
import type { MachineAlignment } from "../../protocol/types";
import { lineOf, toPixel, type Plot, type Warp } from "../../state/warps";

export interface MatrixInput {
  readonly plot: Plot;
  readonly picture: HTMLCanvasElement;
  readonly warps: readonly Warp[];
  readonly selected: number | null;
  /** Seconds of source and target on stage now. */
  readonly place: readonly [number | null, number | null] | null | undefined;
  readonly bad: boolean;
  readonly about: MachineAlignment;
  readonly pair: readonly [string, string] | null;
  /** Put by hand on a clip's warp: seconds of the reference and of the clip. */
  readonly keys: readonly { readonly at: number; readonly shows: number }[];
}

const WARP = "#ff8c2e";
const BAD = "#ff5d76";
const PAPER = "#ffffff";

export function drawMatrix(context: CanvasRenderingContext2D, input: MatrixInput): void {
  const { plot, picture, warps, selected, place, bad } = input;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.imageSmoothingEnabled = true;
  context.drawImage(picture, plot.left, plot.top, plot.width, plot.height);
  drawAxes(context, input);
  drawAllowed(context, input);
  warps.forEach((warp, index) => (index === selected ? undefined : drawWarp(context, plot, warp, WARP, false)));
  if (selected !== null && warps[selected]) drawWarp(context, plot, warps[selected], bad ? BAD : WARP, true);
  for (const { at, shows } of input.keys) drawKey(context, plot, at, shows);
  if (place) drawPlace(context, plot, place);
}

function drawWarp(context: CanvasRenderingContext2D, plot: Plot, warp: Warp, colour: string, chosen: boolean): void {
  const line = lineOf(plot, warp);
  context.lineJoin = "round";
  context.lineCap = "round";
  for (const [width, stroke] of [
    [chosen ? 5 : 3.5, "rgb(0 0 0 / 55%)"],
    [chosen ? 3 : 1.8, colour],
  ] as const) {
    context.beginPath();
    line.forEach(([x, y], k) => (k === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.lineWidth = width;
    context.strokeStyle = stroke;
    context.stroke();
  }
  const [[x, y]] = line;
  const [ex, ey] = line[line.length - 1];
  context.lineWidth = 1.5;
  context.strokeStyle = "rgb(0 0 0 / 70%)";
  context.fillStyle = chosen ? PAPER : colour;
  context.beginPath();
  context.arc(x, y, chosen ? 6 : 3.5, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  if (!chosen) return;
  context.beginPath();
  context.rect(ex - 4.5, ey - 4.5, 9, 9);
  context.fill();
  context.stroke();
}

/** Where transitions are looked for. */
function drawAllowed(context: CanvasRenderingContext2D, { plot, about }: MatrixInput): void {
  const [x, y] = toPixel(plot, about.leave[0], about.enter[0]);
  const [right, bottom] = toPixel(plot, about.leave[1], about.enter[1]);
  context.save();
  context.setLineDash([5, 4]);
  context.lineWidth = 1;
  context.strokeStyle = "rgb(255 255 255 / 75%)";
  context.strokeRect(x + 0.5, y + 0.5, right - x, bottom - y);
  context.restore();
}

function drawKey(context: CanvasRenderingContext2D, plot: Plot, at: number, shows: number): void {
  const [x, y] = toPixel(plot, at, shows);
  context.fillStyle = PAPER;
  context.strokeStyle = WARP;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, 5, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

function drawPlace(context: CanvasRenderingContext2D, plot: Plot, [across, down]: readonly [number | null, number | null]): void {
  const [x, y] = toPixel(plot, across ?? 0, down ?? 0);
  context.strokeStyle = "rgb(255 255 255 / 85%)";
  context.lineWidth = 1;
  context.beginPath();
  if (across !== null) {
    context.moveTo(x, plot.top);
    context.lineTo(x, plot.top + plot.height);
  }
  if (down !== null) {
    context.moveTo(plot.left, y);
    context.lineTo(plot.left + plot.width, y);
  }
  context.stroke();
}

function drawAxes(context: CanvasRenderingContext2D, { plot, pair }: MatrixInput): void {
  const style = getComputedStyle(context.canvas);
  context.fillStyle = style.getPropertyValue("--text-soft");
  context.font = `11px ${style.getPropertyValue("--font")}`;
  const [across, down] = plot.size.map(stepOf);
  context.textAlign = "center";
  context.textBaseline = "top";
  for (let s = 0; s <= plot.size[0] * 0.86; s += across) context.fillText(label(s), toPixel(plot, s, 0)[0], plot.top + plot.height + 6);
  context.textAlign = "right";
  context.fillText(`${pair?.[0] ?? ""}, s`, plot.left + plot.width, plot.top + plot.height + 6);
  context.textBaseline = "middle";
  for (let s = 0; s <= plot.size[1] + 1e-6; s += down) context.fillText(label(s), plot.left - 6, Math.max(toPixel(plot, 0, s)[1], plot.top + 6));
  context.save();
  context.translate(9, plot.top + plot.height / 2);
  context.rotate(-Math.PI / 2);
  context.textAlign = "center";
  context.fillText(pair?.[1] ?? "", 0, 0);
  context.restore();
}

function stepOf(seconds: number): number {
  return seconds > 6 ? 2 : seconds > 2.5 ? 1 : seconds > 1.2 ? 0.5 : 0.25;
}

function label(seconds: number): string {
  return Number.isInteger(seconds) ? `${seconds}` : seconds.toFixed(seconds * 2 === Math.round(seconds * 2) ? 1 : 2);
}
