/** What a page or a notebook is given to play (`motionloom.render.shown` writes it), and its frames unpacked. */
import type { Figure } from "../scene/figure";
import type { Frames } from "../scene/pose";

export interface Curve {
  readonly name: string;
  readonly unit: string;
  /** Which of the palette's colours: of the body, its left or its right. */
  readonly paint: "body" | "left" | "right";
  /** One value a frame. */
  readonly values: readonly number[];
}

type Range = readonly [number, number];

export interface ShownActor {
  readonly name: string;
  readonly fps: number;
  readonly frames: number;
  readonly figure: Figure;
  /** (J, 3) metres in the parent's frame. */
  readonly offsets: readonly (readonly number[])[];
  readonly ground: number;
  /** Planted ranges of frames of the four foot points. */
  readonly plants: readonly (readonly Range[])[];
  readonly spans: readonly (readonly [string, number, number])[];
  readonly curves: readonly Curve[];
  /** Lines about it: how long it is, how it was made. */
  readonly about: readonly string[];
  /** Base 64 of its packed frames. */
  readonly packed: string;
}

export interface Shown {
  readonly title: string;
  readonly actors: readonly ShownActor[];
}

/** A packed quaternion's part of 1. */
const ONE = 32767;

/** Frames of a character: the packed rotations unpacked, then led through the skeleton. */
export async function unpack(actor: ShownActor): Promise<Frames> {
  const bytes = await inflate(Uint8Array.from(atob(actor.packed), (letter) => letter.charCodeAt(0)));
  const joints = actor.figure.parents.length;
  const { frames } = actor;
  const roots = new Float32Array(bytes.slice(0, frames * 12).buffer);
  const rotations = readTurns(bytes.subarray(frames * 12), frames, joints * 4);
  return { frames, joints, fps: actor.fps, ...leadThrough(actor, rotations, roots) };
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Rotations (F, C) of C columns: column by column, each number the difference to the frame before; all low bytes before all high ones. Pure. */
export function readTurns(bytes: Uint8Array, frames: number, columns: number): Float32Array {
  const count = frames * columns;
  const sum = new Int16Array(1);
  const out = new Float32Array(count);
  for (let column = 0; column < columns; column++) {
    sum[0] = 0;
    for (let frame = 0; frame < frames; frame++) {
      const i = column * frames + frame;
      sum[0] += bytes[i] | (bytes[count + i] << 8);
      out[frame * columns + column] = sum[0] / ONE;
    }
  }
  return out;
}

/** World positions (F, J, 3) and rotations (F, J, 4) of rotations to the parent and places of the root (F, 3). Pure. */
export function leadThrough(
  actor: Pick<ShownActor, "frames" | "offsets" | "figure">,
  turns: Float32Array,
  roots: Float32Array,
): { positions: Float32Array; rotations: Float32Array } {
  const { parents } = actor.figure;
  const joints = parents.length;
  const positions = new Float32Array(actor.frames * joints * 3);
  const rotations = new Float32Array(actor.frames * joints * 4);
  for (let frame = 0; frame < actor.frames; frame++) {
    for (let joint = 0; joint < joints; joint++) {
      const q = (frame * joints + joint) * 4;
      const p = (frame * joints + joint) * 3;
      const parent = parents[joint];
      if (parent < 0) {
        rotations.set(turns.subarray(q, q + 4), q);
        positions.set(roots.subarray(frame * 3, frame * 3 + 3), p);
      } else {
        const above = frame * joints + parent;
        multiply(rotations, above * 4, turns, q, rotations, q);
        place(rotations, above * 4, actor.offsets[joint], positions, above * 3, p);
      }
    }
  }
  return { positions, rotations };
}

/** out[at] = a[i] b[j], made a unit again. */
function multiply(a: Float32Array, i: number, b: Float32Array, j: number, out: Float32Array, at: number): void {
  const [ax, ay, az, aw] = [a[i], a[i + 1], a[i + 2], a[i + 3]];
  const [bx, by, bz, bw] = [b[j], b[j + 1], b[j + 2], b[j + 3]];
  const x = aw * bx + ax * bw + ay * bz - az * by;
  const y = aw * by - ax * bz + ay * bw + az * bx;
  const z = aw * bz + ax * by - ay * bx + az * bw;
  const w = aw * bw - ax * bx - ay * by - az * bz;
  const scale = 1 / Math.hypot(x, y, z, w);
  out[at] = x * scale;
  out[at + 1] = y * scale;
  out[at + 2] = z * scale;
  out[at + 3] = w * scale;
}

/** positions[at] = positions[from] + offset turned by the rotation at `q`. */
function place(rotations: Float32Array, q: number, offset: readonly number[], positions: Float32Array, from: number, at: number): void {
  const [qx, qy, qz, qw] = [rotations[q], rotations[q + 1], rotations[q + 2], rotations[q + 3]];
  const [x, y, z] = offset;
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  positions[at] = positions[from] + x + qw * tx + qy * tz - qz * ty;
  positions[at + 1] = positions[from + 1] + y + qw * ty + qz * tx - qx * tz;
  positions[at + 2] = positions[from + 2] + z + qw * tz + qx * ty - qy * tx;
}
