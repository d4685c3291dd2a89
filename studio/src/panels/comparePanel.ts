/** Compare: two clips beside each other, measured. */
import { later } from "../app/later";
import type { Panel } from "./panel";

export const comparePanel: Panel = {
  id: "compare",
  title: "Compare",
  icon: "compare",
  dock: "bottom",
  workspaces: ["lab"],
  Component: later(() => import("./views").then(({ ComparePanel }) => ComparePanel)),
};
