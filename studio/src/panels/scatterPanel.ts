/** Motion graph: every possible transition as a point. */
import { later } from "../app/later";
import type { Panel } from "./panel";

export const scatterPanel: Panel = {
  id: "scatter",
  title: "Motion graph",
  icon: "scatter",
  dock: "bottom",
  workspaces: ["lab"],
  Component: later(() => import("./views").then(({ ScatterPanel }) => ScatterPanel)),
};
