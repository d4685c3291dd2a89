/** Spread: edits of seconds over minutes. */
import { later } from "../app/later";
import type { Panel } from "./panel";

export const spreadPanel: Panel = {
  id: "spread",
  title: "Spread",
  icon: "spread",
  dock: "right",
  workspaces: ["animate"],
  Component: later(() => import("./views").then(({ SpreadPanel }) => SpreadPanel)),
};
