/** Below the picture: curves, planted feet and named spans of the active character over time, and the moment; drag to scrub. */
import { cancelDraw, requestDraw } from "../state/frameLoop";
import { palettes, type Palette, type Theme } from "../scene/palette";
import type { Curve, ShownActor } from "./shown";

const CURVES = 64;
const LANE = 7;
const SPANS = 16;
const GAP = 4;
const NAMES = ["left heel", "left toe", "right heel", "right toe"];

export class Timeline {
  readonly canvas = document.createElement("canvas");
  private actor: ShownActor | null = null;
  private time = 0;
  private palette: Palette = palettes.dark;
  private ink = "#888";
  private readonly observer: ResizeObserver;

  constructor(
    private readonly length: number,
    private readonly scrub: (time: number) => void,
  ) {
    const { canvas } = this;
    canvas.className = "mlp-timeline";
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "slider");
    canvas.setAttribute("aria-label", "Time");
    canvas.setAttribute("aria-valuemin", "0");
    canvas.setAttribute("aria-valuemax", length.toFixed(2));
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.scrubTo(event);
    });
    canvas.addEventListener("pointermove", (event) => event.buttons & 1 && this.scrubTo(event));
    this.observer = new ResizeObserver(() => requestDraw(this.draw));
    this.observer.observe(canvas);
  }

  show(actor: ShownActor): void {
    this.actor = actor;
    const { plants, spans, curves } = actor;
    const height = (curves.length ? CURVES + GAP : 0) + (plants.length ? 4 * LANE + GAP : 0) + (spans.length ? SPANS + GAP : 0) + GAP;
    this.canvas.style.height = `${Math.max(height, 24)}px`;
    requestDraw(this.draw);
  }

  setTime(time: number): void {
    this.time = time;
    this.canvas.setAttribute("aria-valuenow", time.toFixed(2));
    this.canvas.setAttribute("aria-valuetext", `${time.toFixed(2)} seconds`);
    requestDraw(this.draw);
  }

  setTheme(theme: Theme): void {
    this.palette = palettes[theme];
    this.ink = theme === "dark" ? "#9aa2ae" : "#5d6470";
    requestDraw(this.draw);
  }

  dispose(): void {
    this.observer.disconnect();
    cancelDraw(this.draw);
  }

  private scrubTo(event: PointerEvent): void {
    const box = this.canvas.getBoundingClientRect();
    this.scrub(((event.clientX - box.left) / Math.max(1, box.width)) * this.length);
  }

  private readonly draw = (): void => {
    const { canvas, actor } = this;
    const ratio = window.devicePixelRatio;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!actor || width === 0) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext("2d");
    if (!pen) return;
    pen.scale(ratio, ratio);
    pen.font = "10px system-ui, sans-serif";
    pen.textBaseline = "middle";
    let top = GAP;
    if (actor.curves.length > 0) top = this.drawCurves(pen, actor, width, top);
    if (actor.plants.length > 0) top = this.drawPlants(pen, actor, width, top);
    if (actor.spans.length > 0) this.drawSpans(pen, actor, width, top);
    const x = Math.round(this.toX(this.time, width));
    pen.fillStyle = this.palette.selected === "#ffffff" ? "#ffffff" : this.palette.selected;
    pen.fillRect(Math.min(x, width - 1), 0, 1, height);
  };

  private toX(seconds: number, width: number): number {
    return this.length > 0 ? (seconds / this.length) * width : 0;
  }

  private colour(curve: Curve): string {
    return curve.paint === "body" ? this.ink : this.palette.paints[curve.paint];
  }

  /** Each unit has its own scale from 0 to its largest value; the values at the moment stand beside the names. */
  private drawCurves(pen: CanvasRenderingContext2D, actor: ShownActor, width: number, top: number): number {
    const most = new Map<string, number>();
    for (const { unit, values } of actor.curves)
      most.set(
        unit,
        values.reduce((a, b) => Math.max(a, b), most.get(unit) ?? 1e-3),
      );
    let at = GAP;
    const frame = Math.min(Math.round(this.time * actor.fps), actor.frames - 1);
    for (const curve of actor.curves) {
      const { unit, values } = curve;
      pen.strokeStyle = this.colour(curve);
      pen.lineWidth = 1.25;
      pen.beginPath();
      values.forEach((value, i) => {
        const seconds = (i * (actor.frames - 1)) / Math.max(1, values.length - 1) / actor.fps;
        pen.lineTo(this.toX(seconds, width), top + CURVES - (Math.max(value, 0) / most.get(unit)!) * (CURVES - 14));
      });
      pen.stroke();
      const now = values[Math.round((frame * (values.length - 1)) / Math.max(1, actor.frames - 1))];
      const text = `${curve.name} ${now.toFixed(2)} ${unit}`;
      pen.fillStyle = this.colour(curve);
      pen.fillText(text, at, top + 5);
      at += pen.measureText(text).width + 14;
    }
    return top + CURVES + GAP;
  }

  private drawPlants(pen: CanvasRenderingContext2D, actor: ShownActor, width: number, top: number): number {
    actor.plants.forEach((ranges, foot) => {
      const y = top + foot * LANE;
      pen.globalAlpha = 0.15;
      pen.fillStyle = this.ink;
      pen.fillRect(0, y, width, LANE - 2);
      pen.globalAlpha = 1;
      pen.fillStyle = this.palette.paints[foot < 2 ? "left" : "right"];
      for (const [start, stop] of ranges) {
        const x = this.toX(start / actor.fps, width);
        pen.fillRect(x, y, Math.max(1, this.toX(stop / actor.fps, width) - x), LANE - 2);
      }
    });
    this.canvas.title = `Planted: ${NAMES.join(", ")}`;
    return top + 4 * LANE + GAP;
  }

  private drawSpans(pen: CanvasRenderingContext2D, actor: ShownActor, width: number, top: number): void {
    for (const [name, start, stop] of actor.spans) {
      const x = this.toX(start / actor.fps, width);
      const wide = Math.max(2, this.toX(stop / actor.fps, width) - x);
      pen.globalAlpha = 0.25;
      pen.fillStyle = this.palette.past;
      pen.fillRect(x, top, wide - 1, SPANS - 2);
      pen.globalAlpha = 1;
      pen.fillStyle = this.ink;
      if (pen.measureText(name).width < wide - 6) pen.fillText(name, x + 4, top + (SPANS - 2) / 2);
    }
  }
}
