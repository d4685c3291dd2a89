import type { RemoveAnnotation } from "../protocol/types";
import { withAnnotations, type Edit } from "./edit";

export const removeAnnotation: Edit<RemoveAnnotation> = {
  kind: "remove_annotation",
  clips: (command) => [command.clip],
  apply: (state, command) =>
    withAnnotations(
      state,
      state.annotations.filter((annotation) => annotation.id !== command.annotation),
    ),
};
