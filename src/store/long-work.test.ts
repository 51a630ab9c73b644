import { expect, it } from 'vitest';
import { LongWork } from './long-work.ts';

const WORK = { what: 'Copying', counted: 'rows are copied', total: 4_000_000 };

it('reports work that takes long, with the time that the rest will take', () => {
  const reports: string[] = [];
  let now = 0;
  const work = new LongWork(
    WORK,
    (sentence) => reports.push(sentence),
    () => now,
  );
  for (const [ms, done] of [
    [1_999, 100_000],
    [2_000, 1_000_000],
    [3_000, 2_000_000],
    [100_000, 2_000_000],
    [400_000, 3_000_000],
    [401_000, 4_000_000],
  ] as const) {
    now = ms;
    work.reached(done);
  }
  work.ended('indexes are created.');
  expect(reports).toEqual([
    'Copying: 1,000,000 of 4,000,000 rows are copied, about 6 seconds left.',
    'Copying: 2,000,000 of 4,000,000 rows are copied, about 2 minutes left.',
    'Copying: 3,000,000 of 4,000,000 rows are copied, about 2 minutes left.',
    'Copying: indexes are created.',
  ]);
});

it('ignores what was done before when it computes the pace', () => {
  const reports: string[] = [];
  let now = 0;
  const work = new LongWork(
    { ...WORK, from: 3_000_000 },
    (sentence) => reports.push(sentence),
    () => now,
  );
  now = 5_000;
  work.reached(3_500_000);
  expect(reports).toEqual(['Copying: 3,500,000 of 4,000,000 rows are copied, about 5 seconds left.']);
});

it('says nothing about short work', () => {
  const reports: string[] = [];
  const work = new LongWork(
    WORK,
    (sentence) => reports.push(sentence),
    () => 0,
  );
  work.reached(4_000_000);
  work.ended('indexes are created.');
  expect(reports).toEqual([]);
});
