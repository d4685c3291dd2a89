import type { SetSubject } from "../protocol/types";
import type { Edit } from "./edit";

export const setSubject: Edit<SetSubject> = {
  kind: "set_subject",
  clips: (command) => command.clips,
  apply: (state, command) => (state.row ? { ...state, row: { ...state.row, subject: command.subject.trim() } } : state),
};
