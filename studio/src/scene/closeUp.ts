/** The small view of one foot, low over the floor and from the side that the large view looks from. */
import * as THREE from "three";

import type { Actor } from "./actor";
import type { CloseUp } from "./layer";

/** Its size and place from the left and the bottom edge, CSS pixels; the frame around it is drawn by the page. */
export const CLOSE_UP = { width: 216, height: 140, left: 12, bottom: 12 } as const;

const DISTANCE = 0.95;
const RISE = 0.14;
const LOOK = 0.01; // metres over the floor: what is looked at stays there, so that a foot that leaves the floor is seen to; numbers lie below

export class FootCamera {
  readonly camera = new THREE.PerspectiveCamera(30, CLOSE_UP.width / CLOSE_UP.height, 0.05, 100);
  private readonly target = new THREE.Vector3();

  /** Looks at a foot of the actor from the direction of `from`; false where it has no such foot. */
  aim(actor: Actor | null, foot: CloseUp, from: THREE.Camera): boolean {
    const first = foot === "left" ? 0 : 2;
    if (!actor || foot === "none" || !actor.input.figure.feet[first]) return false;
    const [heel, toe] = [0, 1].map((point) => {
      const at = [0, 0, 0];
      actor.footPoint(first + point, at);
      return at;
    });
    this.target.set((heel[0] + toe[0]) / 2, LOOK, (heel[2] + toe[2]) / 2);
    const back = from.getWorldDirection(new THREE.Vector3()).negate().setY(0);
    if (back.lengthSq() < 1e-6) back.set(0, 0, 1);
    this.camera.position.copy(this.target).addScaledVector(back.normalize(), DISTANCE);
    this.camera.position.y += RISE;
    this.camera.lookAt(this.target);
    this.camera.updateMatrixWorld();
    return true;
  }
}
