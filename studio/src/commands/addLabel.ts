import type { AddLabel } from "../protocol/types";
import type { Edit } from "./edit";

export const addLabel: Edit<AddLabel> = {
  kind: "add_label",
  clips: (command) => command.clips,
  apply: (state, command) =>
    !state.row || state.row.labels.includes(command.label) ? state : { ...state, row: { ...state.row, labels: [...state.row.labels, command.label].sort() } },
};
