/** The scene's layers, in no order of importance. A new layer is a file beside this one and a line here. */
import { makeBodies } from "./bodies";
import { makeBones } from "./bones";
import { makeGhosts } from "./ghosts";
import { makeHandles } from "./handles";
import type { MakeLayer } from "./layer";
import { makeObstacles } from "./obstacles";
import { makePlants } from "./plants";
import { makeProps } from "./props";
import { makeSelected } from "./selected";
import { makeSupport } from "./support";
import { makeTrails } from "./trails";
import { makeWorn } from "./worn";

export const LAYERS: readonly MakeLayer[] = [
  makeBodies,
  makeGhosts,
  makeTrails,
  makePlants,
  makeSupport,
  makeSelected,
  makeBones,
  makeProps,
  makeObstacles,
  makeHandles,
  makeWorn,
];
