/** Character: motions on the user's own character. */
import { later } from "../app/later";
import type { Panel } from "./panel";

export const characterPanel: Panel = {
  id: "character",
  title: "Character",
  icon: "person",
  dock: "right",
  workspaces: ["animate"],
  Component: later(() => import("./views").then(({ CharacterPanel }) => CharacterPanel)),
};
