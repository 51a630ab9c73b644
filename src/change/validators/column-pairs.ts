import {
  COLUMN_ASPECTS,
  MAX_COLUMN_PAIRS,
  columnLinks,
  countColumnPairs,
} from '../../model/relationships/column-links.ts';
import type { Validator } from '../rules.ts';

/**
 * Column lineage stays small enough to read: each of its upstream columns makes a pair with each downstream one. A lineage
 * that is stored with more may shrink.
 */
export const columnPairs: Validator = {
  name: 'columnPairs',
  aspects: COLUMN_ASPECTS,
  check: ({ after, aspect, before, urn }) => {
    if (after === undefined) return [];
    const pairs = countColumnPairs(columnLinks(urn, aspect.name, after));
    if (pairs <= MAX_COLUMN_PAIRS) return [];
    if (before !== undefined && pairs <= countColumnPairs(columnLinks(urn, aspect.name, before))) return [];
    const message =
      `${aspect.name} states ${pairs} pairs of an upstream and a downstream column, but ${MAX_COLUMN_PAIRS} are allowed. ` +
      'State the lineage of each column, or leave columns out.';
    return [{ message }];
  },
};
