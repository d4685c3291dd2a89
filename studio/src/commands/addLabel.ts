import type { AddLabel } from "../protocol/types";
import { countClips, type Edit } from "./edit";

export const addLabel: Edit<AddLabel> = {
  kind: "add_label",
  clips: (command) => command.clips,
  label: (command) => `Label ${countClips(command.clips)} “${command.label}”`,
  apply: (state, command) =>
    !state.row || state.row.labels.includes(command.label)
      ? state
      : { ...state, row: { ...state.row, labels: [...state.row.labels, command.label].sort() } },
};
