import type { Judge } from "../protocol/types";
import type { Edit } from "./edit";

export const judge: Edit<Judge> = {
  kind: "judge",
  clips: (command) => [command.clip],
  apply: (state, command) => ({ ...state, natural: command.natural }),
};
