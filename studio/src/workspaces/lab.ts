import type { Workspace } from "./workspace";

export const lab = { id: "lab", title: "Lab", icon: "scatter", says: "Comparisons and measures", front: ["compare"], menu: true } as const satisfies Workspace;
