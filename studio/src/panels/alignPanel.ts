/** Alignment: which moments of two clips match, and where a machine switches between them. */
import { later } from "../app/later";
import type { Panel } from "./panel";

export const alignPanel: Panel = {
  id: "align",
  title: "Alignment",
  icon: "align",
  dock: "bottom",
  workspaces: ["machine"],
  Component: later(() => import("./views").then(({ AlignPanel }) => AlignPanel)),
};
