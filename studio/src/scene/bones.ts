/** The skeleton: a line from every joint to its parent and a dot on the joint, over the body or in its place. */
import * as THREE from "three";

import type { Actor } from "./actor";
import type { Layer, MakeLayer, Moment } from "./layer";
import { Stroke } from "./strokes";

const MOST_BONES = 400;
const DOT_PIXELS = 5;

/** Markers of a C3D file hang on bones that mean nothing (`core/markers.py`). */
const isMarkers = ({ names }: Actor["input"]["figure"]): boolean => names[0] === "markers" && names[1] === `${names[3]}_turn`;

const bonesOf = ({ input: { figure } }: Actor): number[] =>
  isMarkers(figure) ? [] : figure.parents.flatMap((parent, joint) => (parent >= 0 ? [parent, joint] : []));

export const makeBones: MakeLayer = (): Layer => {
  const object = new THREE.Group();
  const positions = new THREE.BufferAttribute(new Float32Array(MOST_BONES * 3), 3).setUsage(THREE.DynamicDrawUsage);
  const geometry = new THREE.BufferGeometry().setAttribute("position", positions);
  const material = new THREE.PointsMaterial({ size: DOT_PIXELS, sizeAttenuation: false, depthTest: false, transparent: true });
  const dots = new THREE.Points(geometry, material);
  dots.frustumCulled = false;
  dots.renderOrder = 26;
  let stroke: Stroke | null = null;
  return {
    object,
    update({ active, options, palette, resolution }: Moment) {
      object.visible = active !== null && options.shape !== "body";
      if (!object.visible || !active) return;
      if (!stroke) {
        stroke = new Stroke(MOST_BONES, palette.selected, resolution);
        stroke.setOver(true);
        object.add(stroke.mesh, dots);
      }
      stroke.setColour(palette.selected);
      stroke.join(active.pose.positions, bonesOf(active), 0.9);
      const joints = Math.min(MOST_BONES, active.input.frames.joints);
      positions.set(active.pose.positions.subarray(0, joints * 3));
      positions.needsUpdate = true;
      geometry.setDrawRange(0, isMarkers(active.input.figure) ? 0 : joints);
      material.color.set(palette.paints.joint);
    },
    dispose() {
      stroke?.dispose();
      geometry.dispose();
      material.dispose();
    },
  };
};
