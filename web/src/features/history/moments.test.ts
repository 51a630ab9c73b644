import { describe, expect, it } from 'vitest';
import type { AspectHistory } from '../../shared/entities/aspect-versions.ts';
import { propertyOf } from '../../shared/differences/differences.ts';
import {
  changesOf,
  compareTimes,
  filterMoments,
  momentsOf,
  unknownAt,
  type MomentFilter,
} from './moments.ts';

const version = (number: number, time: number, value: object, actor = 'urn:li:corpuser:ada') => ({
  number,
  time,
  actor,
  value: { ...value },
});
const team = (name: string) => ({ properties: [{ propertyUrn: 'p', values: [{ string: name }] }] });

const STATUS: AspectHistory = {
  aspect: 'status',
  versions: [version(1, 10, { removed: false }), version(2, 30, { removed: true }, 'urn:li:corpuser:bo')],
  isNumbered: true,
  isWhole: true,
};
const PROPERTIES: AspectHistory = {
  aspect: 'structuredProperties',
  versions: [version(1, 10, team('x')), version(2, 20, team('y'))],
  isNumbered: true,
  isWhole: true,
};
/** A history whose versions before the fourth are no longer stored. */
const CUT: AspectHistory = {
  aspect: 'ownership',
  versions: [version(4, 20, { owners: [] }), version(5, 40, { owners: [{ owner: 'a' }] })],
  isNumbered: true,
  isWhole: false,
};
const ALL = [STATUS, PROPERTIES, CUT];
const EVERYTHING: MomentFilter = { aspect: undefined, property: undefined, actor: undefined };

describe('the history entries of an entity', () => {
  const moments = momentsOf(changesOf(ALL));

  it('are its writes, newest first, one entry per write with its properties first', () => {
    expect(moments.map(({ time, differences }) => [time, differences.map(({ aspect }) => aspect)])).toEqual([
      [40, ['ownership']],
      [30, ['status']],
      [20, ['structuredProperties']],
      [10, ['structuredProperties', 'status']],
    ]);
  });

  it('omit what the oldest stored version of a truncated history changed', () => {
    expect(moments.some(({ time, differences }) => time === 20 && differences.length > 1)).toBe(false);
  });

  it('are separate for two people who write at the same time', () => {
    const parts = ['a', 'b'].map((actor) => ({ time: 1, actor, differences: [], remarks: [] }));
    expect(momentsOf(parts)).toHaveLength(2);
  });

  it('are filtered by aspect, property and person', () => {
    const times = (filter: Partial<MomentFilter>) =>
      filterMoments(moments, { ...EVERYTHING, ...filter }).map(({ time }) => time);
    expect(filterMoments(moments, EVERYTHING)).toEqual(moments);
    expect(times({ aspect: 'status' })).toEqual([30, 10]);
    expect(times({ property: 'p' })).toEqual([20, 10]);
    expect(times({ actor: 'urn:li:corpuser:bo' })).toEqual([30]);
    expect(times({ property: 'q' })).toEqual([]);
  });
});

describe('two times', () => {
  it('differ in writes after the first up to the second', () => {
    expect(compareTimes(ALL, 10, 20).map((difference) => propertyOf(difference))).toEqual(['p']);
    expect(compareTimes(ALL, 20, 30)).toMatchObject([{ aspect: 'status', before: false, after: true }]);
    expect(compareTimes(ALL, 25, 25)).toEqual([]);
  });

  it('do not differ in aspects without a stored version from then, which are listed', () => {
    expect(unknownAt(ALL, 10, 40)).toEqual(['ownership']);
    expect(compareTimes(ALL, 10, 40).map(({ aspect }) => aspect)).not.toContain('ownership');
    expect(unknownAt(ALL, 20, 40)).toEqual([]);
    expect(compareTimes([STATUS], 5, 10)).toMatchObject([{ path: [], before: undefined }]);
  });
});
