import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../src/model/scope.ts';
import { formatUrn, type Urn } from '../../src/model/urn.ts';
import type { LineageNeighbours } from '../../src/query/lineage/lineage-neighbours.ts';
import { pathsTo, urnsOn } from '../../src/query/lineage/lineage-paths.ts';
import { walkLineage } from '../../src/query/lineage/lineage-walk.ts';

const node = (number: number): Urn =>
  formatUrn('dataset', 'urn:li:dataPlatform:hive', String(number), 'PROD');
const numberOf = (urn: Urn): number => Number(urn.split(',')[1]);

/** Lineage that leads from a number to others. */
function neighboursOf(next: (number: number) => readonly number[]): LineageNeighbours {
  return async function* neighbours(urns) {
    for (const from of urns) {
      yield next(numberOf(from)).map((to) => ({ from, to: node(to), type: 'DownstreamOf', statedBy: from }));
      await Promise.resolve();
    }
  };
}

const start = node(0);
const plain = {
  start,
  direction: 'UPSTREAM',
  maxHops: 1_000,
  endsThere: false,
  maxEntities: 1_000_000,
  maxSteps: 8_000_000,
} as const;

describe('limits of a walk', () => {
  it('reaches the end of a chain of 1,000 hops, and reports when one is longer', async () => {
    for (const length of [1_000, 1_001]) {
      const chain = neighboursOf((number) => (number < length ? [number + 1] : []));
      const { reached, isPartial } = await walkLineage(plain, chain, EVERYTHING);
      expect(reached.size).toBe(1_000);
      expect(reached.get(node(1_000))?.degree).toBe(1_000);
      expect(isPartial).toBe(length > 1_000);
      const [path, ...others] = pathsTo(start, node(1_000), reached);
      expect(urnsOn(path ?? [])).toHaveLength(1_001);
      expect(others).toEqual([]);
    }
  });

  it('is not partial when no more hops were requested', async () => {
    const chain = neighboursOf((number) => [number + 1]);
    const { reached, isPartial } = await walkLineage(
      { ...plain, maxHops: 2, endsThere: true },
      chain,
      EVERYTHING,
    );
    expect([...reached.keys()]).toEqual([node(1), node(2)]);
    expect(isPartial).toBe(false);
  });

  it('stops at the maximum of entities, and reports it only if there are more', async () => {
    const star = neighboursOf((number) => (number === 0 ? Array.from({ length: 500 }, (_, i) => i + 1) : []));
    for (const maxEntities of [499, 500]) {
      const { reached, isPartial } = await walkLineage({ ...plain, maxEntities }, star, EVERYTHING);
      expect(reached.size).toBe(maxEntities);
      expect(isPartial).toBe(maxEntities < 500);
    }
  });

  it('stops after the maximum of steps', async () => {
    const next = Array.from({ length: 30 }, (_, i) => i + 1);
    const dense = neighboursOf(() => next);
    for (const maxSteps of [899, 1_000]) {
      const { isPartial, reached } = await walkLineage({ ...plain, maxSteps }, dense, EVERYTHING);
      expect(reached.size).toBe(30);
      expect(isPartial).toBe(maxSteps < 1_000);
    }
  });

  it('lets other work run between the slices', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const chain = neighboursOf((number) => (number < 200 ? [number + 1] : []));
    await walkLineage(plain, chain, EVERYTHING);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });

  it('returns some of very many paths', async () => {
    // Each of 30 steps has two ways: 2^30 paths to the end.
    const lattice = neighboursOf((number) => {
      if (number >= 90) return [];
      return number % 3 === 0 ? [number + 1, number + 2] : [number + 3 - (number % 3)];
    });
    const { reached } = await walkLineage(plain, lattice, EVERYTHING);
    const paths = pathsTo(start, node(90), reached, 100);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.length).toBeLessThanOrEqual(100);
    for (const path of paths) expect(urnsOn(path)).toHaveLength(61);
    expect(pathsTo(start, node(9), reached)).toHaveLength(8);
  });
});
