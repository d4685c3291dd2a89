/** Check: what is wrong with the open clip. */
import { later } from "../app/later";
import type { Panel } from "./panel";

export const checkPanel: Panel = {
  id: "check",
  title: "Check",
  icon: "check",
  dock: "right",
  workspaces: ["clean"],
  Component: later(() => import("./views").then(({ CheckPanel }) => CheckPanel)),
};
