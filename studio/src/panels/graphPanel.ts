/** States: a machine as a graph. */
import { later } from "../app/later";
import type { Panel } from "./panel";

export const graphPanel: Panel = {
  id: "graph",
  title: "States",
  icon: "graph",
  dock: "bottom",
  workspaces: ["machine"],
  Component: later(() => import("./views").then(({ GraphPanel }) => GraphPanel)),
};
