import type { RemoveLabel } from "../protocol/types";
import { countClips, type Edit } from "./edit";

export const removeLabel: Edit<RemoveLabel> = {
  kind: "remove_label",
  clips: (command) => command.clips,
  label: (command) => `Take “${command.label}” off ${countClips(command.clips)}`,
  apply: (state, command) => ({
    ...state,
    row: state.row && { ...state.row, labels: state.row.labels.filter((label) => label !== command.label) },
  }),
};
