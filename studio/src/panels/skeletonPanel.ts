/** Skeleton: the joints of the open clip and their numbers. */
import { later } from "../app/later";
import type { Panel } from "./panel";

export const skeletonPanel: Panel = {
  id: "skeleton",
  title: "Skeleton",
  icon: "bone",
  dock: "right",
  workspaces: ["browse", "lab"],
  Component: later(() => import("./views").then(({ SkeletonPanel }) => SkeletonPanel)),
};
