/** One animation frame for everything that moves: first clocks tick, then whatever became out of date is drawn. */

type Tick = (now: number) => boolean;
// biome-ignore lint/suspicious/noConfusingVoidType: who draws need not say whether it wants to draw again
type Draw = (now: number) => boolean | void;

const ticks = new Set<Tick>();
let stale = new Set<Draw>();
let scheduled = false;
let running = false;

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

/** Asks for a coming frame. Who asks within a frame gets the next one: one frame is asked for at a time, however many ask. */
export function wake(): void {
  if (scheduled) return;
  scheduled = true;
  if (!running) requestAnimationFrame(runFrame);
}

function runFrame(now: number): void {
  running = true;
  scheduled = false;
  try {
    let again = false;
    for (const tick of ticks) again = tick(now) || again;
    scheduled ||= again;
    const draws = stale;
    stale = new Set();
    for (const draw of draws) if (draw(now)) stale.add(draw);
    scheduled ||= stale.size > 0;
  } finally {
    running = false;
    if (scheduled) requestAnimationFrame(runFrame);
  }
}
