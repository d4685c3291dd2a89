import { createRoot } from "react-dom/client";

import { App } from "./app/App";
import { activeState, clipRows, clipState } from "./commands/views";
import { addPanel } from "./panels/added";
import { useCharacters } from "./state/characters";
import { useCollections } from "./state/collections";
import { useFilter } from "./state/filter";
import { measure } from "./state/measure";
import { useOrdering } from "./state/ordering";
import { usePlanning } from "./state/planning";
import { useSteering } from "./state/steering";
import { useProps } from "./state/props";
import { useReview } from "./state/review";
import { toX, toY, useScatter, viewOf } from "./state/scatter";
import { redo, sendCommand, startSession, undo, useSession } from "./state/session";
import { useTeaching } from "./state/feet";
import { useLayers } from "./state/layers";
import { useLive } from "./state/live";
import { usePosing } from "./state/posing";
import { theViewer } from "./scene/theViewer";
import { usePerformance } from "./state/performance";
import { useAlignment } from "./state/alignment";
import { answered, responses, useDriving } from "./state/driving";
import { useMachineGraph } from "./state/machineGraph";
import { useMachines } from "./state/machines";
import { useSelection } from "./state/selection";
import { useSettings } from "./state/settings";
import { useSketching } from "./state/sketching";
import "./state/jobNews";
import { useSpread } from "./state/spread";
import { showClips, useStage } from "./state/stage";
import { useTraces } from "./state/traces";
import { seek, useTransport } from "./state/transport";
import { openPanel, showWorkspace } from "./state/workspaces";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/shell.css";
import "./styles/strip.css";
import "./styles/overlays.css";
import "./styles/sheets.css";
import "./styles/palette.css";
import "./styles/library.css";
import "./styles/viewer.css";
import "./styles/looking.css";
import "./styles/side.css";
import "./styles/character.css";
import "./styles/timeline.css";
import "./styles/making.css";
import "./styles/machine.css";
import "./styles/plan.css";
import "./styles/animate.css";
import "./styles/enrich.css";
import "./styles/spread.css";

declare global {
  interface Window {
    /** For scripts and tests: what the panels themselves use. */
    motionloom: object;
  }
}

window.motionloom = {
  addPanel,
  openPanel,
  showWorkspace,
  measure,
  clipState,
  activeState,
  rows: clipRows,
  session: useSession,
  stage: useStage,
  settings: useSettings,
  filter: useFilter,
  collections: useCollections,
  characters: useCharacters,
  props: useProps,
  selection: useSelection,
  transport: useTransport,
  teaching: useTeaching,
  live: useLive,
  performance: usePerformance,
  traces: useTraces,
  review: useReview,
  scatter: useScatter,
  scatterView: viewOf,
  scatterX: toX,
  scatterY: toY,
  machines: useMachines,
  alignment: useAlignment,
  machineGraph: useMachineGraph,
  driving: useDriving,
  ordering: useOrdering,
  planning: usePlanning,
  layers: useLayers,
  sketching: useSketching,
  posing: usePosing,
  spread: useSpread,
  viewer: theViewer,
  steering: useSteering,
  answered,
  responses,
  sendCommand,
  undo,
  redo,
  showClips,
  seek,
};
startSession();
const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
