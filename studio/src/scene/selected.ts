/** A dot on the selected joint of the active character, seen through everything. */
import * as THREE from "three";

import type { Layer, MakeLayer, Moment } from "./layer";

const RADIUS = 0.016;

export const makeSelected: MakeLayer = (): Layer => {
  const material = new THREE.MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true });
  const dot = new THREE.Mesh(new THREE.SphereGeometry(RADIUS, 16, 12), material);
  dot.renderOrder = 30;
  return {
    object: dot,
    update({ active, options, palette }: Moment) {
      dot.visible = active !== null && options.joint !== null && options.joint < active.input.frames.joints;
      if (!dot.visible || !active || options.joint === null) return;
      active.joint(options.joint, dot.position);
      material.color.set(palette.selected);
    },
    dispose() {
      dot.geometry.dispose();
      material.dispose();
    },
  };
};
