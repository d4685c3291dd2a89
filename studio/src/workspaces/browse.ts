import type { Workspace } from "./workspace";

export const browse = { id: "browse", title: "Browse", icon: "film", says: "Find, look at, label and annotate clips" } as const satisfies Workspace;
