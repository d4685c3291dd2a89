/** Order: motion to order. What it shows is loaded when it is first seen. */
import { lazy, Suspense } from "react";

import { Empty } from "../app/controls";
import type { Panel } from "./panel";

const Painting = lazy(async () => ({ default: (await import("./order/OrderPanel")).OrderPanel }));
const Floor = lazy(async () => ({ default: (await import("./order/OrderFloor")).OrderFloor }));
const waiting = <Empty icon="flag" title="One moment…" />;

function LazyOrder() {
  return (
    <Suspense fallback={waiting}>
      <Painting />
    </Suspense>
  );
}

function LazyFloor() {
  return (
    <Suspense fallback={waiting}>
      <Floor />
    </Suspense>
  );
}

export const orderPanel: Panel = { id: "order", title: "Order", icon: "flag", dock: "bottom", workspaces: ["order"], Component: LazyOrder };
export const orderFloorPanel: Panel = { id: "order-floor", title: "Places", icon: "map", dock: "right", workspaces: ["order"], Component: LazyFloor };
