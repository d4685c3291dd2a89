import type { Judge } from "../protocol/types";
import type { Edit } from "./edit";

export const judge: Edit<Judge> = {
  kind: "judge",
  clips: (command) => [command.clip],
  label: (command) => (command.natural === null ? "Take the judgement back" : `Judge ${command.natural ? "natural" : "unnatural"}`),
  apply: (state, command) => ({ ...state, natural: command.natural }),
};
