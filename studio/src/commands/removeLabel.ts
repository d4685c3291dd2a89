import type { RemoveLabel } from "../protocol/types";
import type { Edit } from "./edit";

export const removeLabel: Edit<RemoveLabel> = {
  kind: "remove_label",
  clips: (command) => command.clips,
  apply: (state, command) => ({
    ...state,
    row: state.row && { ...state.row, labels: state.row.labels.filter((label) => label !== command.label) },
  }),
};
