import type { DeleteClips } from "../protocol/types";
import { countClips, type Edit } from "./edit";

export const deleteClips: Edit<DeleteClips> = {
  kind: "delete_clips",
  clips: (command) => command.clips,
  label: (command) => `Delete ${countClips(command.clips)}`,
  apply: (state) => ({ ...state, row: null }),
};
