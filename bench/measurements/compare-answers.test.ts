import { describe, expect, it } from 'vitest';
import { differences } from './compare-answers.ts';
import type { Answer } from '../systems/contender.ts';

const page = (total: number, pageLength = 20): Answer => ({ total, pageLength, facets: [] });
const facet = (...buckets: (readonly [string, number])[]): Answer => ({
  total: undefined,
  pageLength: 0,
  facets: [buckets],
});

describe('differences', () => {
  it('finds none between equal answers with different number formats', () => {
    expect(differences('q', page(31), page(31))).toEqual([]);
    expect(differences('q', facet(['30', 4], ['a', 2]), facet(['30.0', 4], ['a', 2]))).toEqual([]);
  });

  it('ignores the total if one system has none', () => {
    expect(differences('q', { ...facet(['a', 1]), total: 9 }, facet(['a', 1]))).toEqual([]);
  });

  it('reports different totals and page lengths', () => {
    expect(differences('q', page(31), page(32, 19))).toHaveLength(2);
  });

  it('reports a different count or order, and a missing bucket or facet', () => {
    expect(differences('q', facet(['a', 4]), facet(['a', 5]))).toHaveLength(1);
    expect(differences('q', facet(['a', 4], ['b', 4]), facet(['b', 4], ['a', 4]))).toHaveLength(1);
    expect(differences('q', facet(['a', 4], ['b', 4]), facet(['a', 4]))).toHaveLength(1);
    expect(differences('q', facet(['a', 4]), page(4))).not.toEqual([]);
  });
});
