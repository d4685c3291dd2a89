import type { Workspace } from "./workspace";

export const enrich = { id: "enrich", title: "Enrich", icon: "scissors", says: "More motion out of what there is" } as const satisfies Workspace;
