import { expect, it } from 'vitest';
import { documentOf, urnOf } from '../../test/contract/search-documents.ts';
import { openEmbeddedIndex } from './embedded/open-embedded-index.ts';
import { MATCH_ALL } from './expression.ts';
import type { SearchIndex } from './search-index.ts';
import { unrestricted, unrestrictedUrns } from './unrestricted.ts';

const query = { entityTypes: ['dataset'], where: MATCH_ALL };

/** Never runs: the compiler must reject each call. */
export async function asksWithoutDecision(index: SearchIndex): Promise<void> {
  // @ts-expect-error: the query is not limited by a scope
  await index.count(query);
  // @ts-expect-error: another condition replaces the limited one
  await index.count({ ...unrestricted(query), where: MATCH_ALL });
  // @ts-expect-error: the page is not limited by a scope
  await index.search({ ...query, sort: [], from: 0, size: 1 });
  // @ts-expect-error: the counts are not limited by a scope
  await index.aggregate(query, [{ fields: ['team'], size: 1 }]);
  // @ts-expect-error: the distribution is not limited by a scope
  await index.spread(query, [{ field: 'size', quantiles: [] }]);
  // @ts-expect-error: the urns are not limited by a scope
  await index.values([urnOf('a')], 'team');
}

it('reads every document, by query and by urn', async () => {
  await using index = await openEmbeddedIndex({ folder: undefined, now: () => 1 });
  await index.apply(1, [documentOf('a', { values: { team: ['red'] } })]);
  expect(await index.count(unrestricted(query))).toBe(1);
  expect(await index.values(unrestrictedUrns([urnOf('a')]), 'team')).toEqual(
    new Map([[urnOf('a'), ['red']]]),
  );
});
