import type { ChangeAnnotation } from "../protocol/types";
import { withAnnotations, type Edit } from "./edit";

export const changeAnnotation: Edit<ChangeAnnotation> = {
  kind: "change_annotation",
  clips: (command) => [command.clip],
  apply(state, command) {
    const changed = state.annotations.map((annotation) => {
      if (annotation.id !== command.annotation) return annotation;
      const { name, start, stop, track } = command;
      return {
        ...annotation,
        name: name ?? annotation.name,
        start: start ?? annotation.start,
        stop: stop ?? annotation.stop,
        track: track ?? annotation.track,
      };
    });
    return withAnnotations(state, changed);
  },
};
