/** A clip's frames put elsewhere, to be seen before they are made: turned where they begin, then moved. Pure. */
import type { Frames } from "./pose";

export interface Move {
  readonly x: number;
  readonly z: number;
  readonly up: number;
  readonly turnDegrees: number;
}

export function moveFrames(frames: Frames, move: Move): Frames {
  const angle = (move.turnDegrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const [half, sineHalf] = [Math.cos(angle / 2), Math.sin(angle / 2)];
  const positions = new Float32Array(frames.positions.length);
  const rotations = new Float32Array(frames.rotations.length);
  const [x0, z0] = [frames.positions[0] ?? 0, frames.positions[2] ?? 0];
  for (let i = 0; i < positions.length; i += 3) {
    const x = frames.positions[i] - x0;
    const z = frames.positions[i + 2] - z0;
    positions[i] = cosine * x + sine * z + x0 + move.x;
    positions[i + 1] = frames.positions[i + 1] + move.up;
    positions[i + 2] = cosine * z - sine * x + z0 + move.z;
  }
  for (let i = 0; i < rotations.length; i += 4) {
    const [qx, qy, qz, qw] = [frames.rotations[i], frames.rotations[i + 1], frames.rotations[i + 2], frames.rotations[i + 3]];
    rotations[i] = half * qx + sineHalf * qz;
    rotations[i + 1] = half * qy + sineHalf * qw;
    rotations[i + 2] = half * qz - sineHalf * qx;
    rotations[i + 3] = half * qw - sineHalf * qy;
  }
  return { ...frames, positions, rotations };
}
