/** Figures about the studio itself, for the tests that report them: window.motionloom.measure. */

interface Figures {
  /** ms from navigation to the first frame drawn with a clip on stage. */
  interactive: number | null;
  /** Times shown and when (performance.now), newest last; a bounded log. */
  readonly drawn: { readonly time: number; readonly at: number }[];
}

const LOG = 2000;
const figures: Figures = { interactive: null, drawn: [] };

export const measure = {
  figures,
  /** Called after every drawn frame. */
  drawn(time: number, actors: number): void {
    if (actors > 0) figures.interactive ??= performance.now();
    figures.drawn.push({ time, at: performance.now() });
    if (figures.drawn.length > LOG) figures.drawn.splice(0, LOG / 2);
  },
};
