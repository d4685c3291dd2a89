// In which order the laps of a long cycle are played: the same as motionloom.behaviours.lap_order, the same seed gives the same laps.
const mix = (seed) => [[16, 0x85EBCA6B], [13, 0xC2B2AE35], [16, 1]].reduce((x, [by, times]) => Math.imul(x ^ x >>> by, times) >>> 0, seed);

export class Laps {
  constructor(seed) { this.chance = mix(seed); }

  enter(state, at) { // played: when each lap of the state was last begun, counted from 1; 0 for never
    if (state !== this.state) [this.state, this.played] = [state, state.laps.map((_, k) => +(k === this.lap(state, at)))];
  }

  lap({ laps }, at) { const found = laps.findIndex((end) => at < end); return found < 0 ? laps.length - 1 : found; }

  next(begin, end, leaving) { // where a lap ends: the way into another, drawn among those that were not played lately; null: on
    const { played, state: { laps, hops, loop } } = this;
    if (!laps.length) return end >= loop.start ? loop : null;
    const lap = this.lap(this.state, begin), last = Math.max(...played), apart = Math.min(10, laps.length - 2);
    if (end < laps[lap]) return null;
    let next = (lap + 1) % laps.length; // whoever is about to leave goes on in order, so that every way out is passed
    if (!leaving) {
      const legal = hops[lap].flatMap((hop, k) => hop ? [k] : []), rest = legal.filter((k) => !played[k] || last + 1 - played[k] > apart);
      this.chance = Math.imul(this.chance, 1664525) + 1013904223 >>> 0;
      next = rest[Math.floor(this.chance * rest.length / 2 ** 32)] ?? legal.reduce((a, b) => played[b] < played[a] ? b : a);
    }
    played[next] = last + 1;
    return hops[lap][next] === 'onward' ? null : hops[lap][next];
  }
}
