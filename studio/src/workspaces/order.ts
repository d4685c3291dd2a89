import type { Workspace } from "./workspace";

export const order = { id: "order", title: "Order", icon: "flag", says: "Motion to order: paint words, drop places" } as const satisfies Workspace;
