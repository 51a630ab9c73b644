import { expect, it } from 'vitest';
import { EVERYTHING, allClauses, anyClause, notClause, termsClause } from './clause.ts';

const [a, b, c] = ['a', 'b', 'c'].map((value) => termsClause('field', [value]));
if (a === undefined || b === undefined || c === undefined) throw new Error('three clauses are needed');

it('joins nested conditions in one clause', () => {
  expect(allClauses([allClauses([a, notClause(b)]), EVERYTHING, notClause(c)])).toEqual({
    bool: { filter: [a], must_not: [b, c] },
  });
});

it('keeps alternatives, and conditions of only one clause', () => {
  const either = anyClause([a, b]);
  expect(allClauses([either, c])).toEqual({ bool: { filter: [either, c] } });
  const neither = notClause(allClauses([a, notClause(b)]));
  expect(allClauses([neither])).toEqual(neither);
});

it('matches everything without conditions', () => {
  expect(allClauses([])).toEqual(EVERYTHING);
  expect(allClauses([EVERYTHING])).toEqual(EVERYTHING);
});
