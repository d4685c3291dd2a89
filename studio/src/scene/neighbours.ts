/** Which parts of a body meet: those that touch in a pose and hang on the same joints. Their skins melt into each other. */
import type { Part } from "./figure";
import { pointOnJoint, type Pose } from "./pose";

/** As many as the shader looks at. */
export const MOST_NEIGHBOURS = 8;

/** For every part the indices of its neighbours, nearest first; pose is any pose, for telling who touches whom. */
export function findNeighbours(parts: readonly Part[], parents: readonly number[], pose: Pose): number[][] {
  const solids = parts.map((part) => ({ joints: new Set([part.start_joint, part.end_joint]), samples: samplesOf(part, pose) }));
  return parts.map((_, i) => {
    const found: { index: number; gap: number }[] = [];
    for (let k = 0; k < parts.length; k++) {
      if (k === i || !related(solids[i].joints, solids[k].joints, parents)) continue;
      const gap = gapBetween(solids[i].samples, solids[k].samples);
      if (gap < 0) found.push({ index: k, gap });
    }
    return found
      .sort((a, b) => a.gap - b.gap)
      .slice(0, MOST_NEIGHBOURS)
      .map(({ index }) => index);
  });
}

/** Steps along the skeleton that two parts may be apart and still be one flesh. */
const NEAR_STEPS = 1;

/** True where a joint of one is within reach of a joint of the other along the bones: a hand on a thigh is not. */
function related(a: ReadonlySet<number>, b: ReadonlySet<number>, parents: readonly number[]): boolean {
  for (const x of a) for (const y of b) if (isAbove(x, y, parents) || isAbove(y, x, parents)) return true;
  return false;
}

function isAbove(upper: number, lower: number, parents: readonly number[]): boolean {
  for (let joint = lower, step = 0; joint >= 0 && step <= NEAR_STEPS; joint = parents[joint], step++) if (joint === upper) return true;
  return false;
}

const SAMPLES = 5;
type Ball = readonly [number, number, number, number];

/** Balls along a part. */
function samplesOf(part: Part, pose: Pose): Ball[] {
  const start = [0, 0, 0];
  const end = [0, 0, 0];
  pointOnJoint(pose, part.start_joint, part.start_offset, start);
  pointOnJoint(pose, part.end_joint, part.end_offset, end);
  const wide = Math.max(...part.stretch);
  return Array.from({ length: SAMPLES }, (_, i) => {
    const t = i / (SAMPLES - 1);
    const at = (k: number): number => start[k] + (end[k] - start[k]) * t;
    return [at(0), at(1), at(2), (part.start_radius + (part.end_radius - part.start_radius) * t) * wide] as const;
  });
}

/** Below zero where two parts overlap. */
function gapBetween(a: readonly Ball[], b: readonly Ball[]): number {
  let least = Infinity;
  for (const p of a) for (const q of b) least = Math.min(least, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) - p[3] - q[3]);
  return least;
}
