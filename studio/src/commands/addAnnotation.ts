import type { AddAnnotation } from "../protocol/types";
import { withAnnotations, type Edit } from "./edit";

export const addAnnotation: Edit<AddAnnotation> = {
  kind: "add_annotation",
  clips: (command) => [command.clip],
  apply(state, command) {
    if (state.annotations.some((annotation) => annotation.id === command.annotation)) return state;
    const { annotation: id, name, start, stop, track = "annotations" } = command;
    return withAnnotations(state, [...state.annotations, { id, name, start, stop, track, by: "person", confidence: null }]);
  },
};
