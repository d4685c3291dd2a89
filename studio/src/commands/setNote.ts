import type { SetNote } from "../protocol/types";
import type { Edit } from "./edit";

export const setNote: Edit<SetNote> = {
  kind: "set_note",
  clips: (command) => [command.clip],
  apply: (state, command) => ({ ...state, note: command.text }),
};
