/** Draws the offset keys of a layer: diamonds for poses, arrows for time from the moment that is shown, and how the layer comes and goes. */
import type { LayerInfo } from "../protocol/types";
import type { KeyChoice } from "../state/layerStack";
import type { TimelineColours } from "./colours";
import type { KeyTrack } from "./tracks";
import { frameToX, type TimeView } from "./view";

const SIZE = 5.5;
/** Pixels from a key's middle within which it is pressed. */
const REACH = 8;

export function drawKeys(
  context: CanvasRenderingContext2D,
  track: KeyTrack,
  view: TimeView,
  fps: number,
  colours: TimelineColours,
  chosen: KeyChoice | null,
): void {
  const { info, top, height } = track;
  const middle = top + (height - 1) / 2;
  const strength = info.muted ? 0.3 : 1;
  drawReach(context, info, view, fps, top, height, colours, strength);
  info.times.forEach(({ at, shift }, index) => {
    const x = frameToX(view, at * fps);
    const from = frameToX(view, (at + shift) * fps);
    context.globalAlpha = strength;
    context.strokeStyle = context.fillStyle = isChosen(chosen, track.layer, "time", index) ? colours.text : colours.right;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(from, middle);
    context.lineTo(x, middle);
    context.stroke();
    context.fillRect(from - 1, middle - 4, 2, 8);
    context.fillRect(x - 2.5, top + 2, 5, height - 5);
  });
  info.poses.forEach(({ at }, index) => {
    const x = frameToX(view, at * fps);
    context.globalAlpha = strength;
    context.fillStyle = isChosen(chosen, track.layer, "pose", index) ? colours.text : colours.accent;
    context.beginPath();
    context.moveTo(x, middle - SIZE);
    context.lineTo(x + SIZE, middle);
    context.lineTo(x, middle + SIZE);
    context.lineTo(x - SIZE, middle);
    context.fill();
  });
  context.globalAlpha = 1;
  context.lineWidth = 1;
}

/** A soft shape over the time that the pose keys reach, rising and falling with the fades. */
function drawReach(
  context: CanvasRenderingContext2D,
  { poses, fade_in, fade_out }: LayerInfo,
  view: TimeView,
  fps: number,
  top: number,
  height: number,
  colours: TimelineColours,
  strength: number,
): void {
  if (poses.length === 0) return;
  const [first, last] = [poses[0].at, poses[poses.length - 1].at];
  const [base, peak] = [top + height - 2, top + 3];
  const start = fade_in === null ? -Infinity : frameToX(view, (first - fade_in) * fps);
  const stop = fade_out === null ? Infinity : frameToX(view, (last + fade_out) * fps);
  const [a, b] = [frameToX(view, first * fps), frameToX(view, last * fps)];
  const left = Math.max(start, -20);
  const right = Math.min(stop, view.width + 20);
  context.globalAlpha = 0.5 * strength;
  context.fillStyle = colours.accentSoft;
  context.beginPath();
  context.moveTo(left, fade_in === null ? peak : base);
  if (fade_in !== null) context.bezierCurveTo((left + a) / 2, base, (left + a) / 2, peak, a, peak);
  context.lineTo(b, peak);
  if (fade_out !== null) context.bezierCurveTo((b + right) / 2, peak, (b + right) / 2, base, right, base);
  else context.lineTo(right, peak);
  context.lineTo(right, base);
  context.lineTo(left, base);
  context.fill();
  context.globalAlpha = 1;
}

function isChosen(chosen: KeyChoice | null, layer: number, kind: KeyChoice["kind"], index: number): boolean {
  return chosen?.layer === layer && chosen.kind === kind && chosen.index === index;
}

/** The key of a layer under a pixel; of several the nearest. */
export function keyAt({ info, layer }: KeyTrack, view: TimeView, fps: number, x: number): KeyChoice | null {
  let best: KeyChoice | null = null;
  let nearest = REACH;
  const look = (kind: KeyChoice["kind"], keys: readonly { readonly at: number }[]): void =>
    keys.forEach(({ at }, index) => {
      const away = Math.abs(frameToX(view, at * fps) - x);
      if (away < nearest) [best, nearest] = [{ layer, kind, index }, away];
    });
  look("time", info.times);
  look("pose", info.poses);
  return best;
}
