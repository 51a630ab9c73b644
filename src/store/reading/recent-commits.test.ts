import { expect, it } from 'vitest';
import { parseUrn } from '../../model/urn.ts';
import type { Commit } from '../metadata-store.ts';
import { RecentCommits } from './recent-commits.ts';

const ACTOR = parseUrn('urn:li:corpuser:tester');
const URN = parseUrn('urn:li:tag:a');

/** A log of commits with this many entries each, which counts reads of entries. */
function logOf(last: number, entries: number) {
  const read = { entries: 0 };
  const all = Array.from({ length: last }, (_, i): Commit => ({
    sequence: i + 1,
    created: { time: i, actor: ACTOR },
    entries: Array.from({ length: entries }, () => ({
      urn: URN,
      aspectName: 'status',
      changeType: 'UPSERT',
    })),
  }));
  const commitsAfter = (position: number, limit: number): Promise<readonly Commit[]> => {
    const page = all.slice(position, position + limit);
    read.entries += page.length * entries;
    return Promise.resolve(page);
  };
  const recent = new RecentCommits({ commitsAfter }, { written: () => Promise.resolve([]) });
  return { recent, read };
}

it.each([
  [700, 1_000, 1],
  [2_000, 1_000, 1],
  [3_000, 1, 100],
])(
  'reads %i commits of %i entries, %i at a time, without reading each many times',
  async (last, size, step) => {
    const { read, recent } = logOf(last, size);
    for (let position = 0; position < last; position += step) {
      const [next] = await recent.after(position, last);
      expect(next?.sequence).toBe(position + 1);
    }
    expect(read.entries).toBeLessThan(30 * last * size);
  },
);
