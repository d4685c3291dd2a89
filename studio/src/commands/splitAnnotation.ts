import type { SplitAnnotation } from "../protocol/types";
import { withAnnotations, type Edit } from "./edit";

export const splitAnnotation: Edit<SplitAnnotation> = {
  kind: "split_annotation",
  clips: (command) => [command.clip],
  apply(state, command) {
    const whole = state.annotations.find((annotation) => annotation.id === command.annotation);
    const done = state.annotations.some((annotation) => annotation.id === command.other);
    if (!whole || done || command.at <= whole.start || command.at >= whole.stop) return state;
    const rest = state.annotations.filter((annotation) => annotation !== whole);
    return withAnnotations(state, [...rest, { ...whole, stop: command.at }, { ...whole, id: command.other, start: command.at }]);
  },
};
