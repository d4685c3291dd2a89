/** What is said of a clip whose planted feet were held still. Pure. */
import type { FeetCleaned } from "../protocol/types";

export function isWorse(made: FeetCleaned): boolean {
  return made.after_score > made.before_score + 0.0005; // half of the last place that is said
}

/** What it did, and plainly where it did harm. */
export function sayCleaned(made: FeetCleaned): string {
  const slid = `Planted feet slid ${made.before_cm_per_second.toFixed(1)} cm/s, now ${made.after_cm_per_second.toFixed(2)}.`;
  const scores = `${made.before_score.toFixed(3)} m before, ${made.after_score.toFixed(3)} m now`;
  const score = isWorse(made) ? `But it looks less natural by the score: ${scores}.` : `Score ${scores}.`;
  return [slid, score, ...made.notes].join(" ");
}
