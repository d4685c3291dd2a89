/** Draws the comparison with a motion graph: a point a pair, the two lines, the four quadrants counted. */
import { countQuadrants, quadrantOf, toX, toY, type Points, type Quadrant, type ScatterView } from "../state/scatter";
import type { TimelineColours } from "./colours";

export type QuadrantTones = Readonly<Record<Quadrant, string>>;

export function drawScatter(
  context: CanvasRenderingContext2D,
  view: ScatterView,
  points: Points,
  chosen: number | null,
  tones: QuadrantTones,
  colours: TimelineColours,
): void {
  context.clearRect(0, 0, view.width, view.height);
  context.fillStyle = colours.sunken;
  context.fillRect(0, 0, view.width, view.height);
  const [left, right] = [toX(view, 0), view.width - 6];
  const [top, bottom] = [toY(view, view.worst), toY(view, 0)];
  const [lineX, lineY] = [toX(view, points.seconds), toY(view, points.natural)];
  context.fillStyle = colours.lineStrong;
  context.fillRect(left, Math.round(bottom), right - left, 1);
  context.fillRect(Math.round(left), top, 1, bottom - top);
  context.fillRect(Math.round(lineX), top, 1, bottom - top);
  context.fillRect(left, Math.round(lineY), right - left, 1);
  context.globalAlpha = 0.75;
  for (let pair = 0; pair < points.scores.length; pair++) {
    context.fillStyle = tones[quadrantOf(points, pair)];
    context.beginPath();
    context.arc(toX(view, points.ways[pair]), toY(view, points.scores[pair]), 2.6, 0, 2 * Math.PI);
    context.fill();
  }
  context.globalAlpha = 1;
  if (chosen !== null) {
    context.strokeStyle = colours.text;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(toX(view, points.ways[chosen]), toY(view, points.scores[chosen]), 6, 0, 2 * Math.PI);
    context.stroke();
    context.lineWidth = 1;
  }
  drawWords(context, view, points, colours, { left, right, top, bottom, lineX, lineY });
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly lineX: number;
  readonly lineY: number;
}

function drawWords(context: CanvasRenderingContext2D, view: ScatterView, points: Points, colours: TimelineColours, at: Frame): void {
  const font = getComputedStyle(document.body).fontFamily;
  const write = (text: string, x: number, y: number, align: CanvasTextAlign, bold = false): void => {
    context.font = `${bold ? 650 : 400} ${bold ? 13 : 11}px ${font}`;
    context.textAlign = align;
    context.strokeText(text, x, y); // a halo: points lie under the words
    context.fillText(text, x, y);
  };
  const counts = countQuadrants(points);
  context.strokeStyle = colours.sunken;
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.fillStyle = colours.text;
  write(String(counts.both), at.lineX - 6, at.bottom - 6, "right", true);
  write(String(counts.only_graph), at.lineX - 6, at.top + 20, "right", true);
  write(`${counts.only_ours} only ours`, at.lineX + 8, at.bottom - 6, "left", true);
  write(`${counts.neither} neither`, at.lineX + 8, at.top + 20, "left", true);
  context.fillStyle = colours.faint;
  write("0", at.left, at.bottom + 14, "center");
  write(`${points.seconds} s`, at.lineX, at.bottom + 14, "center");
  write(`${view.longest.toFixed(1)} s`, toX(view, view.longest), at.bottom + 14, "right");
  write("no way", toX(view, -1), at.bottom + 14, "center");
  write("through the graph", (at.lineX + toX(view, view.longest)) / 2, at.bottom + 26, "center");
  write(points.natural.toFixed(2), at.left - 6, at.lineY + 4, "right");
  write("0 m", at.left - 6, at.bottom, "right");
  write(view.worst.toFixed(2), at.left - 6, at.top + 8, "right");
  context.textAlign = "left";
  context.lineWidth = 1;
}
