import type { Urn } from '../../model/urn.ts';
import type { Expression } from '../../search/expression.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { unrestricted } from '../../search/unrestricted.ts';

/** Entities per page. */
const PAGE = 1_000;
/** Lifetime of the cursor between two pages; the cursor references no state in the index. */
const KEEP_ALIVE_MS = 60_000;

/**
 * Pages of up to 1,000 urns of all entities that match an expression, in urn order. Includes hidden entities: callers
 * must check what they show.
 */
export async function* entitiesMatching(
  index: SearchReader,
  entityTypes: readonly string[],
  where: Expression,
): AsyncGenerator<readonly Urn[], void, undefined> {
  const query = unrestricted({ entityTypes, where });
  const request = { ...query, sort: [], from: 0, size: PAGE, keepAliveMs: KEEP_ALIVE_MS };
  let after: string | undefined;
  do {
    const page = await index.search({ ...request, ...(after !== undefined && { after }) });
    if (page.hits.length > 0) yield page.hits.map(({ urn }) => urn);
    after = page.next;
  } while (after !== undefined);
}
