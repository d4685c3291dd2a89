import type { RenameClip } from "../protocol/types";
import type { Edit } from "./edit";

export const renameClip: Edit<RenameClip> = {
  kind: "rename_clip",
  clips: (command) => [command.clip],
  apply: (state, command) => ({ ...state, row: state.row && { ...state.row, name: command.name } }),
};
