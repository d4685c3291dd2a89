/** A character too small to see. It is drawn once while the first clip is on its way, so that its shaders are compiled by then. */
import type { ActorInput } from "./actor";

const SIZE = 1e-4;

export const NOBODY: ActorInput = {
  id: "",
  name: "",
  frames: { frames: 1, joints: 1, fps: 1, positions: new Float32Array(3), rotations: new Float32Array([0, 0, 0, 1]) },
  begins: 0,
  figure: {
    names: [""],
    parents: [-1],
    parts: [
      {
        start_joint: 0,
        start_offset: [0, 0, 0],
        start_radius: SIZE,
        end_joint: 0,
        end_offset: [0, SIZE, 0],
        end_radius: SIZE,
        frame_joint: 0,
        frame: [0, 0, 0, 1],
        stretch: [1, 1, 1],
        paint: "body",
      },
    ],
    roles: {},
    height: 0,
    feet: [],
  },
  ground: 0,
  plants: [],
  offset: [0, 0],
  support: null,
  ghost: false,
};
