/** The panels of the studio. A new one is a file beside this one and a line here (and, with a server side, the same there). */
import { alignPanel } from "./align";
import { characterPanel } from "./character";
import { checkPanel } from "./check";
import { clipPanel } from "./clip";
import { comparePanel } from "./compare";
import { feetPanel } from "./feet";
import { graphPanel } from "./graph";
import { jobsPanel } from "./jobs";
import { layersPanel } from "./layers";
import { libraryPanel } from "./library";
import { machinePanel } from "./machine";
import { orderFloorPanel, orderPanel } from "./order";
import type { Panel } from "./panel";
import { planPanel } from "./plan";
import { reviewPanel } from "./review";
import { scatterPanel } from "./scatter";
import { skeletonPanel } from "./skeleton";
import { spreadPanel } from "./spread";
import { timelinePanel } from "./timeline";
import { transitionsPanel } from "./transitions";
import { viewerPanel } from "./viewer";

export const PANELS: readonly Panel[] = [libraryPanel, viewerPanel, clipPanel, skeletonPanel, jobsPanel, checkPanel, feetPanel, transitionsPanel, reviewPanel, machinePanel, planPanel, layersPanel, spreadPanel, characterPanel, orderPanel, orderFloorPanel, timelinePanel, graphPanel, alignPanel, comparePanel, scatterPanel];
