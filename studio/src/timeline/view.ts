/** The part of time that the timeline shows: which frame lies at which pixel. Pure. */

export interface TimeView {
  /** Frame at the left edge; fractional. */
  readonly start: number;
  /** Pixels a frame. */
  readonly scale: number;
  /** Pixels across. */
  readonly width: number;
}

/** Room left and right of the clip when all of it is shown, pixels. */
const MARGIN = 12;
const MOST_SCALE = 48;

export function frameToX(view: TimeView, frame: number): number {
  return (frame - view.start) * view.scale;
}

export function xToFrame(view: TimeView, x: number): number {
  return view.start + x / view.scale;
}

/** The whole clip from edge to edge. */
export function fitAll(frames: number, width: number): TimeView {
  const scale = Math.min(MOST_SCALE, Math.max(1e-4, (width - 2 * MARGIN) / Math.max(frames, 1)));
  return { start: -MARGIN / scale, scale, width };
}

/** A range of frames in the middle third, with what is before and after it at its sides. */
export function fitRange(start: number, stop: number, frames: number, width: number): TimeView {
  const scale = Math.min(MOST_SCALE, Math.max(fitAll(frames, width).scale, width / 3 / Math.max(stop - start, 1)));
  return keepInside({ start: (start + stop) / 2 - width / 2 / scale, scale, width }, frames);
}

/** Closer (factor > 1) or farther, with the frame under `x` staying where it is. */
export function zoomAt(view: TimeView, x: number, factor: number, frames: number): TimeView {
  const least = fitAll(frames, view.width).scale;
  const scale = Math.min(MOST_SCALE, Math.max(least, view.scale * factor));
  const frame = xToFrame(view, x);
  return keepInside({ ...view, scale, start: frame - x / scale }, frames);
}

export function panBy(view: TimeView, pixels: number, frames: number): TimeView {
  return keepInside({ ...view, start: view.start + pixels / view.scale }, frames);
}

/** A view that turns the page when `frame` has left it. */
export function turnTo(view: TimeView, frame: number, frames: number): TimeView {
  const x = frameToX(view, frame);
  if (x >= 0 && x <= view.width) return view;
  return keepInside({ ...view, start: frame - (x < 0 ? view.width * 0.9 : view.width * 0.1) / view.scale }, frames);
}

/** The same frames at another width; a view of everything stays one. */
export function resize(view: TimeView, width: number, frames: number): TimeView {
  const whole = view.scale <= fitAll(frames, view.width).scale * 1.001;
  return whole || view.width === 0 ? fitAll(frames, width) : keepInside({ ...view, width }, frames);
}

function keepInside(view: TimeView, frames: number): TimeView {
  const margin = MARGIN / view.scale;
  const room = frames + 2 * margin - view.width / view.scale;
  return { ...view, start: room <= 0 ? -margin : Math.min(Math.max(view.start, -margin), -margin + room) };
}

export interface Tick {
  readonly frame: number;
  /** Empty for the small ticks between. */
  readonly frameText: string;
  readonly secondText: string;
}

const SECONDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600];
const LABEL_PIXELS = 76;

/** Ticks in sight, with words at least `LABEL_PIXELS` apart: whole seconds or handy parts of them, and the frames they fall on. */
export function ticksOf(view: TimeView, fps: number, frames: number): Tick[] {
  const step = SECONDS.find((seconds) => seconds * fps * view.scale >= LABEL_PIXELS && seconds * fps >= 0.999) ?? 3600;
  const small = step / 5;
  const first = Math.max(0, Math.ceil(view.start / fps / small - 1e-6));
  const last = Math.floor(Math.min(frames - 1, xToFrame(view, view.width)) / fps / small + 1e-6);
  const ticks: Tick[] = [];
  const decimals = step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
  for (let i = first; i <= last; i++) {
    const seconds = i * small;
    const large = i % 5 === 0;
    ticks.push({
      frame: seconds * fps,
      frameText: large ? String(Math.round(seconds * fps)) : "",
      secondText: large ? clock(seconds, decimals) : "",
    });
  }
  return ticks;
}

/** Seconds as people read them: 4.20, 1:07. */
export function clock(seconds: number, decimals: number): string {
  if (seconds < 60) return `${seconds.toFixed(decimals)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - 60 * minutes).toFixed(decimals).padStart(decimals > 0 ? 3 + decimals : 2, "0")}`;
}
