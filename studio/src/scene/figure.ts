/** Where the parts of a drawn body are in a pose. What the parts are is decided in Python (`motionloom.render`). */
import type { Paint } from "../protocol/types";
import { MOST_NEIGHBOURS } from "./neighbours";
import { pointOnJoint, type Pose } from "./pose";

/** Every paint once: a record, so that a paint new in the protocol does not compile until it is here. */
const ORDER: Readonly<Record<Paint, number>> = { body: 0, left: 1, right: 2, bone: 3, joint: 4, face: 5 };
export const PAINTS = Object.keys(ORDER) as readonly Paint[];

/** A round cone between two points fixed to joints, widened by `stretch` along axes fixed to a third; see the protocol's BodyPart. */
export interface Part {
  readonly start_joint: number;
  readonly start_offset: readonly [number, number, number];
  readonly start_radius: number;
  readonly end_joint: number;
  readonly end_offset: readonly [number, number, number];
  readonly end_radius: number;
  readonly frame_joint: number;
  readonly frame: readonly [number, number, number, number];
  readonly stretch: readonly [number, number, number];
  readonly paint: Paint;
}

/** What the stage needs to know of a skeleton. */
export interface Figure {
  readonly names: readonly string[];
  readonly parents: readonly number[];
  readonly parts: readonly Part[];
  /** Body role to joint; empty where the roles are not known. */
  readonly roles: Readonly<Record<string, number>>;
  /** Metres, standing; 0 where unknown. */
  readonly height: number;
  /** Left heel, left toe, right heel, right toe, fixed to their joints; empty where unknown. */
  readonly feet: readonly { readonly joint: number; readonly offset: readonly number[] }[];
}

/** Floats a part takes in the instance buffer: start and radius, end and radius, frame, stretch and paint, neighbours. */
export const PART_STRIDE = 24;

/** Writes where the parts are in `pose` into an instance buffer, from part `first` on; `cast` picks the character's colours. */
export function layParts(parts: readonly Part[], neighbours: readonly (readonly number[])[], pose: Pose, cast: number, out: Float32Array, first: number): void {
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    const base = (first + i) * PART_STRIDE;
    pointOnJoint(pose, part.start_joint, part.start_offset, out, base);
    out[base + 3] = part.start_radius;
    pointOnJoint(pose, part.end_joint, part.end_offset, out, base + 4);
    out[base + 7] = part.end_radius;
    multiplyRotation(pose.rotations, part.frame_joint * 4, part.frame, out, base + 8);
    out[base + 12] = part.stretch[0];
    out[base + 13] = part.stretch[1];
    out[base + 14] = part.stretch[2];
    out[base + 15] = cast * PAINTS.length + ORDER[part.paint];
    for (let k = 0; k < MOST_NEIGHBOURS; k++) out[base + 16 + k] = k < neighbours[i].length ? first + neighbours[i][k] : -1;
  }
}

/** Writes the quaternion at `q` in `rotations` times `other` to `out[at..at+3]`. */
function multiplyRotation(rotations: Float32Array, q: number, other: readonly number[], out: Float32Array, at: number): void {
  const ax = rotations[q];
  const ay = rotations[q + 1];
  const az = rotations[q + 2];
  const aw = rotations[q + 3];
  const [bx, by, bz, bw] = other;
  out[at] = aw * bx + ax * bw + ay * bz - az * by;
  out[at + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[at + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
}
