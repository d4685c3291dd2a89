import type { Workspace } from "./workspace";

export const review = { id: "review", title: "Review", icon: "review", says: "Say yes or no to what machines made" } as const satisfies Workspace;
