/** The convex hull of points on the ground. Pure. */

/** Indices of the points (x, z pairs in `points`, those listed in `which`) around their hull, in order; all of them where there are under three. */
export function hullOf(points: ArrayLike<number>, which: readonly number[]): number[] {
  if (which.length < 3) return [...which];
  const sorted = [...which].sort((a, b) => points[2 * a] - points[2 * b] || points[2 * a + 1] - points[2 * b + 1]);
  const half = (order: readonly number[]): number[] => {
    const chain: number[] = [];
    for (const point of order) {
      while (chain.length >= 2 && turn(points, chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turn(points: ArrayLike<number>, a: number, b: number, c: number): number {
  const [ax, az] = [points[2 * a], points[2 * a + 1]];
  return (points[2 * b] - ax) * (points[2 * c + 1] - az) - (points[2 * b + 1] - az) * (points[2 * c] - ax);
}
