import type { Workspace } from "./workspace";

export const animate = { id: "animate", title: "Animate", icon: "pencil", says: "Sketch, pose and edit motion" } as const satisfies Workspace;
