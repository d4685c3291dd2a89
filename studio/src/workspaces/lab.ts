import type { Workspace } from "./workspace";

export const lab = { id: "lab", title: "Lab", icon: "scatter", says: "Comparisons and measures", menu: true } as const satisfies Workspace;
