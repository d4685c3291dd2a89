/** One character's joints at a moment between frames: where the scene reads its positions and rotations from. */

/** World positions (F, J, 3) metres and rotations (F, J, 4) xyzw of a clip, as the server sends them. */
export interface Frames {
  readonly frames: number;
  readonly joints: number;
  readonly fps: number;
  readonly positions: Float32Array;
  readonly rotations: Float32Array;
}

/** World positions (J, 3) metres and rotations (J, 4) xyzw; filled anew for every drawn frame. */
export interface Pose {
  readonly positions: Float32Array;
  readonly rotations: Float32Array;
}

export function makePose(joints: number): Pose {
  return { positions: new Float32Array(joints * 3), rotations: new Float32Array(joints * 4) };
}

/** Fills `pose` with the frames around `at` (fractional, clamped) blended: positions straight, rotations the short way round. */
export function samplePose(frames: Frames, at: number, pose: Pose): void {
  const clamped = Math.min(Math.max(at, 0), frames.frames - 1);
  const first = Math.floor(clamped);
  const second = Math.min(first + 1, frames.frames - 1);
  const weight = clamped - first;
  blendPositions(frames.positions, first, second, weight, pose.positions);
  blendRotations(frames.rotations, first, second, weight, pose.rotations);
}

function blendPositions(source: Float32Array, first: number, second: number, weight: number, out: Float32Array): void {
  const a = first * out.length;
  const b = second * out.length;
  for (let i = 0; i < out.length; i++) out[i] = source[a + i] + (source[b + i] - source[a + i]) * weight;
}

function blendRotations(source: Float32Array, first: number, second: number, weight: number, out: Float32Array): void {
  const a = first * out.length;
  const b = second * out.length;
  for (let i = 0; i < out.length; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += source[a + i + k] * source[b + i + k];
    const sign = dot < 0 ? -1 : 1;
    let norm = 0;
    for (let k = 0; k < 4; k++) {
      const value = source[a + i + k] * (1 - weight) + source[b + i + k] * sign * weight;
      out[i + k] = value;
      norm += value * value;
    }
    const scale = norm > 0 ? 1 / Math.sqrt(norm) : 1;
    for (let k = 0; k < 4; k++) out[i + k] *= scale;
  }
}

/** Writes to `out[at..at+2]` the world position of `offset`, given in the frame of `joint`. */
export function pointOnJoint(pose: Pose, joint: number, offset: readonly number[], out: Float32Array | number[], at = 0): void {
  const p = joint * 3;
  rotateVector(pose.rotations, joint * 4, offset[0], offset[1], offset[2], out, at);
  out[at] += pose.positions[p];
  out[at + 1] += pose.positions[p + 1];
  out[at + 2] += pose.positions[p + 2];
}

/** Writes to `out[at..at+2]` the vector (x, y, z) turned by the quaternion at `q` in `rotations`. */
export function rotateVector(rotations: Float32Array, q: number, x: number, y: number, z: number, out: Float32Array | number[], at = 0): void {
  const qx = rotations[q];
  const qy = rotations[q + 1];
  const qz = rotations[q + 2];
  const qw = rotations[q + 3];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[at] = x + qw * tx + qy * tz - qz * ty;
  out[at + 1] = y + qw * ty + qz * tx - qx * tz;
  out[at + 2] = z + qw * tz + qx * ty - qy * tx;
}
