/** Order: motion to order, painted on a timeline. */
import { later } from "../app/later";
import type { Panel } from "./panel";

export const orderPanel: Panel = {
  id: "order",
  title: "Order",
  icon: "flag",
  dock: "bottom",
  workspaces: ["order"],
  Component: later(() => import("./views").then(({ OrderPanel }) => OrderPanel)),
};
