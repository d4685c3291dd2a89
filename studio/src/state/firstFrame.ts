/** Whether the first clip has been drawn. What nobody waits for is asked for only then: at the start the server has enough to do. */
import { create } from "zustand";

/** Without a picture (no clips, no WebGL) it counts as drawn after this long. */
const PATIENCE_MS = 2000;

export const useFirstFrame = create<{ readonly drawn: boolean }>(() => ({ drawn: false }));

export function markFirstFrame(): void {
  useFirstFrame.setState({ drawn: true });
}

const patience = setTimeout(markFirstFrame, PATIENCE_MS);
useFirstFrame.subscribe(() => clearTimeout(patience));

/** Resolves when the first clip has been drawn. */
export function firstFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (useFirstFrame.getState().drawn) return resolve();
    const stop = useFirstFrame.subscribe(() => {
      stop();
      resolve();
    });
  });
}
