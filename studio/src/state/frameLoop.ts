/** One animation frame for everything that moves: first clocks tick, then whatever became out of date is drawn. */

type Tick = (now: number) => boolean;
type Draw = (now: number) => boolean | void;

const ticks = new Set<Tick>();
let stale = new Set<Draw>();
let scheduled = false;

/** Runs at the start of every frame while it answers true; call `wake` to start it again. */
export function addTick(tick: Tick): () => void {
  ticks.add(tick);
  return () => void ticks.delete(tick);
}

/** Draws once in the coming frame (or this one, when called by a tick); a drawing that answers true is drawn again. */
export function requestDraw(draw: Draw): void {
  stale.add(draw);
  wake();
}

export function cancelDraw(draw: Draw): void {
  stale.delete(draw);
}

export function wake(): void {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(runFrame);
}

function runFrame(now: number): void {
  scheduled = false;
  let again = false;
  for (const tick of ticks) again = tick(now) || again;
  const draws = stale;
  stale = new Set();
  for (const draw of draws) if (draw(now)) stale.add(draw);
  scheduled = false; // ticks that woke the loop are covered by what follows
  if (again || stale.size > 0) wake();
}
