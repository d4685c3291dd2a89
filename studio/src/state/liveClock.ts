/** The clock of live characters, which the window keeps: how far the server is behind it, and how far a step goes. */

/** Frames a second of a machine. */
export const RATE = 60;
/** Frames after which the server is asked for more. */
export const EVERY = 5;
/** Frames that an answer shows beforehand. Time that a slow page did not show never was: nobody could have steered in it. */
export const SHOWN = 15;

/** Whole frames between two times of the live clock, in seconds. */
export function framesBehind(time: number, since: number): number {
  return Math.max(0, Math.floor((time - since) * RATE + 1e-6));
}

/** The step of a window that is behind by so many frames, and the time of the live clock that the server has come to with it. */
export function stepAfter(since: number, behind: number): { readonly frames: number; readonly reached: number } {
  return { frames: Math.min(behind, SHOWN), reached: since + behind / RATE };
}
