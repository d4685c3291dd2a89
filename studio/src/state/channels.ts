/** The numbers of a joint at a frame, and the order of a skeleton's tree. Pure. */

export interface JointFrames {
  readonly joints: number;
  /** World positions (F, J, 3) metres. */
  readonly positions: Float32Array;
  /** World rotations (F, J, 4) xyzw. */
  readonly rotations: Float32Array;
}

type Three = readonly [number, number, number];
type Four = readonly [number, number, number, number];

export interface Channels {
  /** Metres, in the world. */
  readonly position: Three;
  /** Degrees, to its parent and in the world, intrinsic XYZ. */
  readonly local: Three;
  readonly world: Three;
}

const DEGREES = 180 / Math.PI;

export function channelsAt({ joints, positions, rotations }: JointFrames, parents: readonly number[], joint: number, frame: number): Channels {
  const at = frame * joints + joint;
  const q = (index: number): Four => [rotations[index * 4], rotations[index * 4 + 1], rotations[index * 4 + 2], rotations[index * 4 + 3]];
  const world = q(at);
  const parent = parents[joint];
  const local = parent >= 0 ? multiply(conjugate(q(frame * joints + parent)), world) : world;
  return { position: [positions[at * 3], positions[at * 3 + 1], positions[at * 3 + 2]], local: toEuler(local), world: toEuler(world) };
}

function conjugate([x, y, z, w]: Four): Four {
  return [-x, -y, -z, w];
}

function multiply([ax, ay, az, aw]: Four, [bx, by, bz, bw]: Four): Four {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** Degrees about x, then y, then z of the turned joint (as three.js's "XYZ"). */
function toEuler([x, y, z, w]: Four): Three {
  const m13 = 2 * (x * z + y * w);
  const pitch = Math.asin(Math.max(-1, Math.min(1, m13)));
  if (Math.abs(m13) < 0.9999999)
    return [
      Math.atan2(-2 * (y * z - x * w), 1 - 2 * (x * x + y * y)) * DEGREES,
      pitch * DEGREES,
      Math.atan2(-2 * (x * y - z * w), 1 - 2 * (y * y + z * z)) * DEGREES,
    ];
  return [Math.atan2(2 * (y * z + x * w), 1 - 2 * (x * x + z * z)) * DEGREES, pitch * DEGREES, 0];
}

/** Every joint after its parent, children together, with how deep it lies. */
export function treeOf(parents: readonly number[]): { joint: number; depth: number }[] {
  const children = new Map<number, number[]>();
  parents.forEach((parent, joint) => children.set(parent, [...(children.get(parent) ?? []), joint]));
  const walk = (joint: number, depth: number): { joint: number; depth: number }[] => [
    { joint, depth },
    ...(children.get(joint) ?? []).flatMap((child) => walk(child, depth + 1)),
  ];
  return (children.get(-1) ?? []).flatMap((root) => walk(root, 0));
}

/** Lines that a spreadsheet or a text takes. */
export function copyText(name: string, frame: number, { position, local, world }: Channels): string {
  const line = (title: string, values: Three, digits: number): string => [title, ...values.map((value) => value.toFixed(digits))].join("\t");
  return [
    `${name}\tframe ${frame}`,
    line("position (m)", position, 4),
    line("rotation to parent (deg)", local, 3),
    line("rotation in world (deg)", world, 3),
  ].join("\n");
}
