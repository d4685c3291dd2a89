import type { DeleteClips } from "../protocol/types";
import type { Edit } from "./edit";

export const deleteClips: Edit<DeleteClips> = {
  kind: "delete_clips",
  clips: (command) => command.clips,
  apply: (state) => ({ ...state, row: null }),
};
