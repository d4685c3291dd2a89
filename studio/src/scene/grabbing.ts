/** Taking hold of joints on the screen: a press on one drags it in the plane of the picture, a press on the ring twists it. */
import * as THREE from "three";

import type { Actor } from "./actor";
import { boneAxis, ringPoint } from "./handles";
import type { PickedJoint } from "./picking";

/** A press that moves further than this, pixels, is a drag. */
const STILL = 3;
const RING_REACH = 8;
const RING_POINTS = 60;

export interface GrabEvents {
  /** Whether joints can be taken hold of now. */
  grabs(): boolean;
  /** The joint that has a ring for twist; null: none. */
  ringed(): number | null;
  onGrab(joint: number): void;
  /** Where the joint is wanted, metres in the clip's own world. */
  onDrag(to: readonly [number, number, number]): void;
  onTwist(joint: number, angle: number, first: boolean): void;
  onRelease(): void;
  /** A press that did not move; `other`: with Ctrl or Shift held. */
  onPress(picked: PickedJoint, other: boolean): void;
  /** The wheel was turned with Alt held, or while a joint is held: up is more. */
  onWheel(steps: number): void;
  onRingHover(hovered: boolean): void;
}

/** What it must know of the picture. */
export interface Picture {
  readonly camera: THREE.Camera;
  readonly active: Actor | null;
  readonly size: { readonly width: number; readonly height: number };
  pick(x: number, y: number): PickedJoint | null;
}

interface Hold {
  readonly pointer: number;
  readonly picked: PickedJoint | null;
  readonly start: readonly [number, number];
  /** From the pointer to the joint, pixels, and how deep the joint lies in the picture. */
  readonly gap: readonly [number, number];
  readonly depth: number;
  readonly twist: { readonly joint: number; readonly centre: readonly [number, number]; readonly sign: number; angle: number; last: number } | null;
  moved: boolean;
  readonly other: boolean;
}

export class Grabbing {
  private hold: Hold | null = null;

  constructor(
    private readonly element: HTMLElement,
    private readonly picture: Picture,
    private readonly events: GrabEvents,
  ) {
    // Before the camera's own controls hear of it: they listen on the canvas.
    element.addEventListener("pointerdown", this.down, true);
    element.addEventListener("pointermove", this.move, true);
    element.addEventListener("pointerup", this.up, true);
    element.addEventListener("pointercancel", this.up, true);
    element.addEventListener("wheel", this.wheel, { capture: true, passive: false });
  }

  /** Whether something is being dragged: the camera stays where it is. */
  get holding(): boolean {
    return this.hold !== null;
  }

  dispose(): void {
    this.element.removeEventListener("pointerdown", this.down, true);
    this.element.removeEventListener("pointermove", this.move, true);
    this.element.removeEventListener("pointerup", this.up, true);
    this.element.removeEventListener("pointercancel", this.up, true);
    this.element.removeEventListener("wheel", this.wheel, true);
  }

  private at({ clientX, clientY }: PointerEvent): [number, number] {
    const box = this.element.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top];
  }

  private readonly down = (event: PointerEvent): void => {
    if (event.button !== 0 || !this.events.grabs() || this.hold) return;
    const { active, camera } = this.picture;
    if (!active) return;
    const [x, y] = this.at(event);
    const picked = this.picture.pick(x, y);
    const twist = picked ? null : this.ringAt(active, x, y);
    if (!picked && !twist) return;
    if (picked && picked.clip !== active.input.id) return;
    event.stopPropagation();
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    const depth = picked ? new THREE.Vector3(...picked.position).project(camera).z : 0;
    const gap: [number, number] = picked ? [picked.x - x, picked.y - y] : [0, 0];
    const other = event.ctrlKey || event.metaKey || event.shiftKey;
    this.hold = { pointer: event.pointerId, picked, start: [x, y], gap, depth, twist, moved: false, other };
  };

  private readonly move = (event: PointerEvent): void => {
    const { hold } = this;
    const [x, y] = this.at(event);
    const { active } = this.picture;
    if (!hold) {
      if (event.buttons === 0 && this.events.grabs() && active) this.events.onRingHover(this.ringAt(active, x, y) !== null && !this.picture.pick(x, y));
      return;
    }
    if (event.pointerId !== hold.pointer) return;
    event.stopPropagation();
    const first = !hold.moved;
    if (first && Math.hypot(x - hold.start[0], y - hold.start[1]) <= STILL) return;
    hold.moved = true;
    if (hold.twist) return this.twist(hold.twist, x, y, first);
    if (!hold.picked || !active) return;
    if (first) this.events.onGrab(hold.picked.joint);
    this.events.onDrag(this.placeAt(active, x + hold.gap[0], y + hold.gap[1], hold.depth));
  };

  private readonly up = (event: PointerEvent): void => {
    const { hold } = this;
    if (!hold || event.pointerId !== hold.pointer) return;
    event.stopPropagation();
    this.hold = null;
    if (this.element.hasPointerCapture(event.pointerId)) this.element.releasePointerCapture(event.pointerId);
    if (hold.moved) this.events.onRelease();
    else if (hold.picked) this.events.onPress(hold.picked, hold.other);
  };

  private readonly wheel = (event: WheelEvent): void => {
    if (!this.events.grabs() || (!event.altKey && !this.hold)) return;
    event.stopPropagation();
    event.preventDefault();
    this.events.onWheel(-Math.sign(event.deltaY || event.deltaX));
  };

  private twist(turn: NonNullable<Hold["twist"]>, x: number, y: number, first: boolean): void {
    const now = Math.atan2(turn.centre[1] - y, x - turn.centre[0]);
    const step = Math.atan2(Math.sin(now - turn.last), Math.cos(now - turn.last));
    turn.last = now;
    turn.angle += turn.sign * step;
    this.events.onTwist(turn.joint, turn.angle, first);
  }

  /** The place on stage under a pixel at a depth of the picture, in the character's own clip. */
  private placeAt({ input }: Actor, x: number, y: number, depth: number): [number, number, number] {
    const { width, height } = this.picture.size;
    const place = new THREE.Vector3((2 * x) / width - 1, 1 - (2 * y) / height, depth).unproject(this.picture.camera);
    return [place.x - input.offset[0], place.y + input.ground, place.z - input.offset[1]];
  }

  private toScreen(place: THREE.Vector3): [number, number] {
    const { width, height } = this.picture.size;
    const { x, y } = place.project(this.picture.camera);
    return [((x + 1) / 2) * width, ((1 - y) / 2) * height];
  }

  private ringAt(active: Actor, x: number, y: number): Hold["twist"] {
    const joint = this.events.ringed();
    const axis = joint === null || joint >= active.input.frames.joints ? null : boneAxis(active, joint);
    if (joint === null || !axis) return null;
    const middle = active.joint(joint, new THREE.Vector3());
    let nearest = Infinity;
    for (let i = 0; i < RING_POINTS; i++) {
      const point = ringPoint(active, joint, (2 * Math.PI * i) / RING_POINTS);
      if (!point) return null;
      const [px, py] = this.toScreen(point);
      nearest = Math.min(nearest, Math.hypot(px - x, py - y));
    }
    if (nearest > RING_REACH) return null;
    const eye = new THREE.Vector3();
    this.picture.camera.getWorldPosition(eye);
    const sign = axis.dot(eye.sub(middle)) >= 0 ? 1 : -1;
    const centre = this.toScreen(middle.clone());
    return { joint, centre, sign, angle: 0, last: Math.atan2(centre[1] - y, x - centre[0]) };
  }
}
