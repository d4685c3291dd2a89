/** Sketch: keyframe sketches, their style, and the paths by which captures complete them. */
import { later } from "../app/later";
import { acceptSketch, completeSketch, flipPath, proposeSketch, showKeys, useSketching } from "../state/sketching";
import type { Panel } from "./panel";

const hasPaths = (): boolean => useSketching.getState().completed !== null;

export const sketchPanel: Panel = {
  id: "sketch",
  title: "Sketch",
  icon: "keys",
  dock: "right",
  workspaces: ["sketch"],
  Component: later(() => import("./views").then(({ SketchPanel }) => SketchPanel)),
  actions: [
    {
      keys: ["Shift+Enter"],
      label: "Complete the sketch from captures",
      group: "Sketch",
      run: () => void completeSketch(),
      when: () => useSketching.getState().detail !== null,
    },
    { keys: ["."], label: "To the next path", group: "Sketch", run: () => flipPath(1), when: hasPaths },
    { keys: [","], label: "To the path before", group: "Sketch", run: () => flipPath(-1), when: hasPaths },
    { keys: [], label: "Back to the keys alone", group: "Sketch", run: showKeys, when: hasPaths },
    { keys: [], label: "Accept the path as a clip", group: "Sketch", run: () => void acceptSketch(), when: hasPaths },
    { keys: [], label: "Propose all paths for review", group: "Sketch", run: () => void proposeSketch(), when: () => useSketching.getState().detail !== null },
  ],
};
