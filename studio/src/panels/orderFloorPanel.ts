/** Places: where an order begins, goes by and ends. */
import { later } from "../app/later";
import type { Panel } from "./panel";

export const orderFloorPanel: Panel = {
  id: "order-floor",
  title: "Places",
  icon: "map",
  dock: "right",
  workspaces: ["order"],
  Component: later(() => import("./views").then(({ OrderFloor }) => OrderFloor)),
};
