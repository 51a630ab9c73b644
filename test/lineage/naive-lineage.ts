/** A lineage graph as plain pairs, from downstream to upstream. */
export type Pairs = readonly (readonly [downstream: string, upstream: string])[];

/** Hops from a start to all its upstreams or downstreams, by the simplest possible walk. */
export function naiveDegrees(
  start: string,
  pairs: Pairs,
  direction: 'UPSTREAM' | 'DOWNSTREAM',
  isVisible: (name: string) => boolean,
): ReadonlyMap<string, number> {
  const degrees = new Map<string, number>();
  if (!isVisible(start)) return degrees;
  let frontier = new Set([start]);
  for (let degree = 1; frontier.size > 0; degree++) {
    const next = new Set<string>();
    for (const [downstream, upstream] of pairs) {
      const [from, to] = direction === 'UPSTREAM' ? [downstream, upstream] : [upstream, downstream];
      if (frontier.has(from) && to !== start && isVisible(to) && !degrees.has(to)) next.add(to);
    }
    for (const name of next) degrees.set(name, degree);
    frontier = next;
  }
  return degrees;
}

/** All paths without repetition from a start to an end. */
export function naivePaths(
  start: string,
  end: string,
  pairs: Pairs,
  direction: 'UPSTREAM' | 'DOWNSTREAM',
  isVisible: (name: string) => boolean,
): string[] {
  const steps = new Set(pairs.map(([a, b]) => (direction === 'UPSTREAM' ? `${a} ${b}` : `${b} ${a}`)));
  const names = [...new Set(pairs.flat())].filter(isVisible);
  const found: string[] = [];
  const extend = (path: readonly string[]): void => {
    const last = path.at(-1) ?? '';
    if (last === end) {
      found.push(path.join(' > '));
      return;
    }
    for (const name of names) {
      if (!path.includes(name) && steps.has(`${last} ${name}`)) extend([...path, name]);
    }
  };
  extend([start]);
  return found.sort();
}
