import type { Workspace } from "./workspace";

export const clean = {
  id: "clean",
  title: "Clean",
  icon: "mend",
  says: "Find what is wrong with a clip, mend it, and hold its feet still",
} as const satisfies Workspace;
