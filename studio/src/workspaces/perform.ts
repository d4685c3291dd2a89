import type { Workspace } from "./workspace";

export const perform = { id: "perform", title: "Perform", icon: "transition", says: "Characters that do what they are asked" } as const satisfies Workspace;
