/** The panels of the studio. A new one is a file beside this one and a line here (and, with a server side, the same there). */
import { alignPanel } from "./alignPanel";
import { characterPanel } from "./characterPanel";
import { checkPanel } from "./checkPanel";
import { clipPanel } from "./clip";
import { comparePanel } from "./comparePanel";
import { enrichPanel } from "./enrichPanel";
import { feetPanel } from "./feetPanel";
import { graphPanel } from "./graphPanel";
import { jobsPanel } from "./jobs";
import { keysPanel } from "./keysPanel";
import { layersPanel } from "./layersPanel";
import { libraryPanel } from "./library";
import { machinePanel } from "./machinePanel";
import { orderFloorPanel } from "./orderFloorPanel";
import { orderPanel } from "./orderPanel";
import type { Panel } from "./panel";
import { planPanel } from "./planPanel";
import { reviewPanel } from "./reviewPanel";
import { scatterPanel } from "./scatterPanel";
import { skeletonPanel } from "./skeletonPanel";
import { sketchPanel } from "./sketchPanel";
import { spreadPanel } from "./spreadPanel";
import { timelinePanel } from "./timeline";
import { transitionsPanel } from "./transitionsPanel";
import { viewerPanel } from "./viewer";
import { wordsPanel } from "./wordsPanel";

export const PANELS: readonly Panel[] = [
  libraryPanel,
  viewerPanel,
  clipPanel,
  skeletonPanel,
  jobsPanel,
  checkPanel,
  feetPanel,
  transitionsPanel,
  reviewPanel,
  machinePanel,
  planPanel,
  layersPanel,
  spreadPanel,
  enrichPanel,
  wordsPanel,
  characterPanel,
  orderPanel,
  orderFloorPanel,
  sketchPanel,
  timelinePanel,
  keysPanel,
  graphPanel,
  alignPanel,
  comparePanel,
  scatterPanel,
];
