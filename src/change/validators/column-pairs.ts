import { COLUMN_ASPECTS, MAX_COLUMN_PAIRS, columnLinks } from '../../model/relationships/column-links.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Validator } from '../rules.ts';
import { because } from '../../refusals.ts';

/**
 * Limits the pairs of upstream and downstream columns of a lineage, so that it stays small enough to read. A stored
 * lineage above the limit may shrink.
 */
export const columnPairs: Validator = {
  name: 'columnPairs',
  aspects: COLUMN_ASPECTS,
  *check({ after, aspect, before, urn }) {
    if (after === undefined) return;
    const pairs = yield* countPairs(urn, aspect.name, after);
    if (pairs <= MAX_COLUMN_PAIRS) return;
    if (before !== undefined && pairs <= (yield* countPairs(urn, aspect.name, before))) return;
    const message =
      `${aspect.name} states ${pairs} pairs of an upstream and a downstream column, but ${MAX_COLUMN_PAIRS} are allowed. ` +
      'State the lineage of each column, or leave columns out.';
    yield { message, ...because('LIST_TOO_LONG', { size: pairs, most: MAX_COLUMN_PAIRS }) };
  },
};

/** Number of column pairs of an aspect; yields after each link. */
function* countPairs(holder: Urn, aspectName: string, value: JsonObject): Generator<undefined, number> {
  let pairs = 0;
  for (const { downstreams, upstreams } of columnLinks(holder, aspectName, value)) {
    pairs += downstreams.length * upstreams.length;
    yield;
  }
  return pairs;
}
