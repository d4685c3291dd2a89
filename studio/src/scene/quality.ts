/** How many pixels to draw: fewer while a slow machine plays, all of them (and more) once the picture rests. */

const TARGET_MS = 1000 / 30;
const COMFORT_MS = 1000 / 50;
const LEAST_RATIO = 0.5;
/** Gaps longer than this are pauses, not slow frames. */
const PAUSE_MS = 400;

export class Quality {
  private last = 0;
  private average = COMFORT_MS;
  private moving: number;

  /** `full` pixels a CSS pixel while moving at best; `still` when at rest; whether bodies keep their detail in motion. */
  constructor(
    private readonly full: number,
    private readonly still: number,
    readonly fineInMotion: boolean,
  ) {
    this.moving = full;
  }

  /** The ratio to draw a moving frame with, given when it is drawn (ms). */
  ratioFor(now: number): number {
    const gap = now - this.last;
    this.last = now;
    if (gap > 0 && gap < PAUSE_MS) {
      this.average += (gap - this.average) * 0.15;
      if (this.average > TARGET_MS) this.step(0.85);
      else if (this.average < COMFORT_MS && this.moving < this.full) this.step(1.08);
    }
    return this.moving;
  }

  get restingRatio(): number {
    return this.still;
  }

  private step(factor: number): void {
    this.moving = Math.min(this.full, Math.max(LEAST_RATIO, this.moving * factor));
    this.average = (TARGET_MS + COMFORT_MS) / 2; // give the change time to show
  }
}

/** The quality this machine can bear: drawing in software (no GPU) gets one pixel a pixel, half as many again when at rest. */
export function qualityFor(software: boolean, devicePixelRatio: number): Quality {
  const best = Math.min(devicePixelRatio, 2);
  const moving = Math.min(best, 1);
  return software ? new Quality(moving, Math.max(1.5 * moving, best), false) : new Quality(best, best, true);
}

/** True where WebGL is drawn by the processor. */
export function drawsInSoftware(gl: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
