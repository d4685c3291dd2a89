/** The joint under the pointer, found on the screen: no ray needs to hit anything thin. */
import * as THREE from "three";

import type { Actor } from "./actor";

const REACH_PIXELS = 16;

export interface PickedJoint {
  readonly clip: string;
  readonly clipName: string;
  readonly joint: number;
  readonly name: string;
  /** Where it is on screen, CSS pixels, and on stage, metres. */
  readonly x: number;
  readonly y: number;
  readonly position: readonly [number, number, number];
}

/** The joint nearest to (x, y) within reach; of two at one place the one nearer to the camera. */
export function nearestJoint(actors: readonly Actor[], camera: THREE.Camera, width: number, height: number, x: number, y: number): PickedJoint | null {
  const point = new THREE.Vector3();
  let best: PickedJoint | null = null;
  let bestCost = REACH_PIXELS;
  for (const actor of actors) {
    for (let joint = 0; joint < actor.input.frames.joints; joint++) {
      actor.joint(joint, point);
      const position: [number, number, number] = [point.x, point.y, point.z];
      point.project(camera);
      if (point.z > 1) continue;
      const px = ((point.x + 1) / 2) * width;
      const py = ((1 - point.y) / 2) * height;
      const cost = Math.hypot(px - x, py - y) + point.z * 0.5;
      if (cost >= bestCost) continue;
      bestCost = cost;
      best = { clip: actor.input.id, clipName: actor.input.name, joint, name: actor.input.figure.names[joint], x: px, y: py, position };
    }
  }
  return best;
}
