/** The sides that a camera looks from: those of Blender's numeric keypad (which has z up; here y is), and three quarters. Pure. */

export const SIDES = ["front", "back", "right", "left", "top", "three-quarter"] as const;
export type Side = (typeof SIDES)[number];

/** Angle about the vertical from +z, and from the vertical, radians: where the camera stands around what it looks at. */
export interface Angles {
  readonly azimuth: number;
  readonly polar: number;
}

const LEVEL = Math.PI / 2;

const ANGLES: Readonly<Record<Side, Angles>> = {
  front: { azimuth: 0, polar: LEVEL },
  back: { azimuth: Math.PI, polar: LEVEL },
  right: { azimuth: LEVEL, polar: LEVEL },
  left: { azimuth: -LEVEL, polar: LEVEL },
  top: { azimuth: 0, polar: 0 },
  "three-quarter": { azimuth: Math.PI / 4, polar: (72 / 180) * Math.PI },
};

export function sideOf(side: Side): Angles {
  return ANGLES[side];
}

/** Where an axis of the world points on the screen of a camera with this rotation (xyzw): right, up, towards the viewer. */
export function axisOnScreen(axis: readonly [number, number, number], [x, y, z, w]: readonly [number, number, number, number]): [number, number, number] {
  // The camera's rotation undone: v + 2 q* x (q* x v + w v), with q* = (-x, -y, -z).
  const [ax, ay, az] = axis;
  const cx = -y * az + z * ay + w * ax;
  const cy = -z * ax + x * az + w * ay;
  const cz = -x * ay + y * ax + w * az;
  return [ax + 2 * (-y * cz + z * cy), ay + 2 * (-z * cx + x * cz), az + 2 * (-x * cy + y * cx)];
}
