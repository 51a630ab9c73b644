import { expect, it } from 'vitest';
import type { SharedFill } from '../search/search-index.ts';
import type { SharedProgress } from '../search/shared-progress.ts';
import { SoleProcessLeases } from '../store/leases.ts';
import { takeRanges, type RangeParts } from './fill-ranges.ts';

const POINT = { sequence: 1 };
const BEGUN = { upTo: POINT, seen: POINT, place: 0, entities: 0, size: 10, ahead: [] };
const notAsked = (): never => {
  throw new Error('There is nothing to do.');
};

it('ends when others have finished all ranges since this process read the progress', async () => {
  let progress: SharedProgress = BEGUN;
  const leases = new SoleProcessLeases();
  const acquired: string[] = [];
  const fill: SharedFill = {
    id: 'fill',
    begin: notAsked,
    note: notAsked,
    write: notAsked,
    progress: () => progress,
    reload: () => Promise.resolve(progress),
  };
  const store = {
    leases: {
      acquire: (name: string) => {
        acquired.push(name);
        progress = { ...BEGUN, place: undefined, entities: 12, end: 20 };
        return leases.acquire(name);
      },
    },
  } as Partial<RangeParts['store']> as RangeParts['store'];
  const control = { signal: new AbortController().signal, turned: notAsked };
  expect(await takeRanges(fill, { store, readDocuments: notAsked }, control)).toBe(0);
  expect(new Set(acquired)).toEqual(new Set(['fill 0', 'fill 10']));
  expect(await leases.acquire('fill 0')).toBeDefined();
});
