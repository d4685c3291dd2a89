/** The pointer over the picture: the joint under it, and the one that is clicked. */
import type { PickedJoint } from "./picking";

/** A press that moves further than this, pixels, is a drag. */
const STILL = 4;

export interface PointerEvents {
  /** The joint under the pointer, or null. */
  onHover(picked: PickedJoint | null): void;
  /** A click on a joint, or on nothing. */
  onPick(picked: PickedJoint | null): void;
}

export class Pointer {
  private at: { readonly x: number; readonly y: number; readonly down: readonly [number, number] | null } | null = null;
  private framePending = false;

  constructor(
    canvas: HTMLCanvasElement,
    private readonly events: PointerEvents,
    private readonly pick: (x: number, y: number) => PickedJoint | null,
  ) {
    canvas.addEventListener("pointermove", this.move);
    canvas.addEventListener("pointerdown", ({ offsetX: x, offsetY: y }) => (this.at = { x, y, down: [x, y] }));
    canvas.addEventListener("pointerup", this.up);
    canvas.addEventListener("pointerleave", () => {
      this.at = null;
      this.events.onHover(null);
    });
  }

  /** Looks what is under it now: the picture may have changed. */
  look(): void {
    if (this.at) this.events.onHover(this.at.down ? null : this.pick(this.at.x, this.at.y));
  }

  private readonly move = ({ offsetX: x, offsetY: y }: PointerEvent): void => {
    this.at = { x, y, down: this.at?.down ?? null };
    if (this.framePending) return;
    this.framePending = true;
    requestAnimationFrame(() => {
      this.framePending = false;
      this.look();
    });
  };

  private readonly up = ({ offsetX: x, offsetY: y }: PointerEvent): void => {
    const down = this.at?.down;
    if (this.at) this.at = { ...this.at, down: null };
    if (!down || Math.hypot(down[0] - x, down[1] - y) > STILL) return;
    this.events.onPick(this.pick(x, y));
  };
}
