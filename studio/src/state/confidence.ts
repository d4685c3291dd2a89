/** How sure the oracle is of a clip's plants, for shading the tracks. The server knows (its feet panel). */
import { useEffect, useState } from "react";

import { panelApi } from "../protocol/api";
import { floats } from "../protocol/arrays";
import type { ClipState } from "../protocol/types";

export interface Confidence {
  readonly frames: number;
  /** (4, F) 0..1, one foot point after the other; 1 where a person decided. */
  readonly values: Float32Array;
}

/** A stretch of frames about which the oracle is unsure: 0 is sure, 1 knows nothing. */
export interface Doubt {
  readonly start: number;
  readonly stop: number;
  readonly level: number;
}

const LEVELS = 5;

/** The confidence of the open clip's plants; null where nothing was guessed. */
export function useConfidence(state: ClipState | null): Confidence | null {
  const [found, setFound] = useState<Confidence | null>(null);
  const guessed = state?.plants.known === true && state.plants.by === "machine";
  useEffect(() => {
    setFound(null);
  }, [state?.id]);
  useEffect(() => {
    if (!state || !guessed) return setFound(null);
    const asked = new AbortController();
    panelApi
      .arrays("feet", `clips/${state.id}/confidence`, asked.signal)
      .then((answer) => setFound({ frames: Number(answer.meta["frames"]), values: floats(answer, "values") }))
      .catch(() => undefined); // shading is no reason to complain
    return () => asked.abort();
  }, [state?.id, state?.seq, guessed]);
  return found;
}

/** The doubtful stretches of one foot point, in a few levels so that neighbouring frames make one. */
export function doubtsOf(confidence: Confidence, foot: number): Doubt[] {
  const { frames, values } = confidence;
  const doubts: Doubt[] = [];
  let start = 0;
  const levelAt = (frame: number): number => (frame < frames ? Math.round((1 - (values[foot * frames + frame] ?? 1)) * LEVELS) : 0);
  let level = levelAt(0);
  for (let frame = 1; frame <= frames; frame++) {
    const next = levelAt(frame);
    if (next === level && frame < frames) continue;
    if (level > 0) doubts.push({ start, stop: frame, level: level / LEVELS });
    start = frame;
    level = next;
  }
  return doubts;
}
