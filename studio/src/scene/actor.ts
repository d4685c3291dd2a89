/** One character on stage: its clip's frames, its drawn body and its pose at the moment shown. */
import * as THREE from "three";

import type { WornMesh } from "../state/characters";
import type { Support } from "../state/traces";
import type { Figure, Part } from "./figure";
import { findNeighbours } from "./neighbours";
import { makePose, pointOnJoint, samplePose, type Frames, type Pose } from "./pose";

type Spans = readonly (readonly [number, number])[];

/** What the stage is told about a character; plain data. */
export interface ActorInput {
  readonly id: string;
  readonly name: string;
  readonly frames: Frames;
  /** The moment at which frame 0 is shown, seconds. */
  readonly begins: number;
  readonly figure: Figure;
  /** Height of the clip's floor, metres; the character is drawn so that it stands on the stage's floor, y = 0. */
  readonly ground: number;
  /** Planted spans of frames of the four foot points; empty where unknown. */
  readonly plants: readonly Spans[];
  /** Metres along x and z, to stand beside the others. */
  readonly offset: readonly [number, number];
  /** Its balance, where it is to be drawn. */
  readonly support: Support | null;
  /** Drawn as a ghost for comparison. */
  readonly ghost: boolean;
  /** The mesh of the user's own that it wears instead of our mannequin. */
  readonly mesh?: WornMesh | null;
}

export interface FootReading {
  readonly height: number;
  readonly speed: number;
  readonly planted: boolean;
}

export class Actor {
  readonly pose: Pose;
  /** For every part, the parts its skin melts into. */
  readonly neighbours: readonly (readonly number[])[];
  frame = 0;
  private readonly corner = [0, 0, 0];
  private spare: Pose | null = null;

  constructor(
    public input: ActorInput,
    readonly colour: number,
  ) {
    this.pose = makePose(input.frames.joints);
    samplePose(input.frames, 0, this.pose);
    this.neighbours = findNeighbours(input.figure.parts, input.figure.parents, this.pose);
  }

  get parts(): readonly Part[] {
    return this.input.figure.parts;
  }

  /** Takes the pose at `time` seconds, held at the clip's ends. */
  moveTo(time: number): void {
    const { frames, begins } = this.input;
    this.frame = Math.min(Math.max((time - begins) * frames.fps, 0), frames.frames - 1);
    this.poseAt(this.frame, this.pose);
  }

  /** Fills `pose` with the character at a fractional frame, standing where the stage puts it. */
  poseAt(frame: number, pose: Pose): void {
    samplePose(this.input.frames, frame, pose);
    const [x, z] = this.input.offset;
    for (let i = 0; i < pose.positions.length; i += 3) {
      pose.positions[i] += x;
      pose.positions[i + 1] -= this.input.ground;
      pose.positions[i + 2] += z;
    }
  }

  /** World position of a joint at a whole frame, on stage. */
  jointAt(frame: number, joint: number, out: Float32Array, at: number): void {
    const { positions, joints } = this.input.frames;
    const base = (frame * joints + joint) * 3;
    out[at] = positions[base] + this.input.offset[0];
    out[at + 1] = positions[base + 1] - this.input.ground;
    out[at + 2] = positions[base + 2] + this.input.offset[1];
  }

  /** Where foot point `foot` is now, and whether it is planted. */
  footPoint(foot: number, out: number[]): boolean {
    const point = this.input.figure.feet[foot];
    if (!point) return false;
    pointOnJoint(this.pose, point.joint, point.offset, out);
    const whole = Math.round(this.frame);
    return (this.input.plants[foot] ?? []).some(([start, stop]) => start <= whole && whole < stop);
  }

  /** Height over the floor (metres), speed (metres a second) and whether it is planted, of foot point `foot`; null where it has none. */
  footReading(foot: number): FootReading | null {
    const point = this.input.figure.feet[foot];
    if (!point) return null;
    const { fps, frames } = this.input.frames;
    const now = [0, 0, 0];
    const planted = this.footPoint(foot, now);
    const from = Math.max(0, this.frame - 0.5);
    const to = Math.min(frames - 1, this.frame + 0.5);
    const [a, b] = [from, to].map((frame) => {
      samplePose(this.input.frames, frame, (this.spare ??= makePose(this.input.frames.joints)));
      const at = [0, 0, 0];
      pointOnJoint(this.spare, point.joint, point.offset, at);
      return at;
    });
    const seconds = (to - from) / fps;
    const moved = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    return { height: now[1], speed: seconds > 0 ? moved / seconds : 0, planted };
  }

  joint(index: number, out: THREE.Vector3): THREE.Vector3 {
    return out.fromArray(this.pose.positions, index * 3);
  }

  /** Grows `box` by the body, flesh included. */
  bounds(box: THREE.Box3): THREE.Box3 {
    const point = new THREE.Vector3();
    const sphere = new THREE.Box3();
    for (const part of this.parts) {
      for (const [joint, offset, radius] of [
        [part.start_joint, part.start_offset, part.start_radius],
        [part.end_joint, part.end_offset, part.end_radius],
      ] as const) {
        pointOnJoint(this.pose, joint, offset, this.corner);
        sphere.setFromCenterAndSize(point.fromArray(this.corner), new THREE.Vector3().setScalar(2 * radius));
        box.union(sphere);
      }
    }
    return box;
  }

  /** The joint to follow: the hips where known, the root otherwise. */
  get centre(): number {
    return this.input.figure.roles["hips"] ?? 0;
  }
}
