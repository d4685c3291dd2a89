/** The ways that chosen joints of the active character take, some time back and some time ahead. */
import * as THREE from "three";

import type { Layer, MakeLayer, Moment } from "./layer";
import { Stroke } from "./strokes";

const MAX_POINTS = 600;

export const makeTrails: MakeLayer = (): Layer => {
  const object = new THREE.Group();
  const strokes: Stroke[] = [];
  const points = new Float32Array(MAX_POINTS * 3);

  const strokeAt = (index: number, resolution: THREE.Vector2): Stroke => {
    if (!strokes[index]) {
      strokes[index] = new Stroke(MAX_POINTS, "white", resolution);
      object.add(strokes[index].mesh);
    }
    return strokes[index];
  };

  return {
    object,
    update({ active, options, palette, resolution }: Moment) {
      strokes.forEach((stroke) => (stroke.mesh.visible = false));
      if (!active) return;
      const { frames, fps } = active.input.frames;
      const reach = options.trails.seconds * fps;
      const first = Math.max(0, Math.ceil(active.frame - reach));
      const last = Math.min(frames - 1, Math.floor(active.frame + reach));
      const step = Math.max(1, Math.ceil((last - first + 1) / MAX_POINTS));
      options.trails.joints.forEach((joint, index) => {
        let count = 0;
        for (let frame = first; frame <= last; frame += step) active.jointAt(frame, joint, points, 3 * count++);
        const stroke = strokeAt(index, resolution);
        stroke.mesh.visible = true;
        stroke.setColour(palette.trail[index % palette.trail.length]);
        stroke.follow(points, count, (i) => {
          const away = (first + i * step - active.frame) / reach;
          return (away > 0 ? 0.5 : 0.95) * (1 - Math.min(1, away * away));
        });
      });
    },
    dispose() {
      strokes.forEach((stroke) => stroke.dispose());
    },
  };
};
