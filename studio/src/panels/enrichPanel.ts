/** Enrich: parts of bodies put on others, proposed and looked through. */
import { later } from "../app/later";
import type { Panel } from "./panel";

export const enrichPanel: Panel = {
  id: "enrich",
  title: "Enrich",
  icon: "scissors",
  dock: "right",
  workspaces: ["enrich"],
  Component: later(() => import("./views").then(({ EnrichPanel }) => EnrichPanel)),
};
