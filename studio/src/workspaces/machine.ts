import type { Workspace } from "./workspace";

export const machine = {
  id: "machine",
  title: "Machine",
  icon: "machine",
  says: "Build a behaviour machine, see its states, drive it",
} as const satisfies Workspace;
