/** Figures about the studio itself, for the tests that report them: window.motionloom.measure. */
import { markFirstFrame } from "./firstFrame";

interface Figures {
  /** ms from navigation until the first frame with a clip on stage had been drawn and handed on, and the page was free again. */
  interactive: number | null;
  /** Times shown and when (performance.now), newest last; a bounded log. */
  readonly drawn: { readonly time: number; readonly at: number }[];
}

const LOG = 2000;
let shown = false;
const figures: Figures = { interactive: null, drawn: [] };

export const measure = {
  figures,
  /** Called after every drawn frame. */
  drawn(time: number, actors: number): void {
    if (actors > 0 && !shown) {
      shown = true;
      requestAnimationFrame(() => {
        figures.interactive = performance.now(); // a frame begins when the one before it is on its way
        markFirstFrame();
      });
    }
    figures.drawn.push({ time, at: performance.now() });
    if (figures.drawn.length > LOG) figures.drawn.splice(0, LOG / 2);
  },
};
