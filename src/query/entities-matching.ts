import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import type { Expression } from '../search/expression.ts';
import type { SearchIndex } from '../search/search-index.ts';

/** Entities per page. */
const PAGE = 1_000;
/** Lifetime of the cursor between two pages; the cursor holds no state in the index. */
const KEEP_ALIVE_MS = 60_000;

/** Pages of up to 1,000 urns of all entities that match an expression, in urn order. */
export async function* entitiesMatching(
  index: SearchIndex,
  entityTypes: readonly string[],
  where: Expression,
  scope: Scope,
): AsyncGenerator<readonly Urn[], void, undefined> {
  const request = { entityTypes, where, sort: [], from: 0, size: PAGE, keepAliveMs: KEEP_ALIVE_MS };
  let after: string | undefined;
  do {
    const page = await index.search({ ...request, ...(after !== undefined && { after }) }, scope);
    if (page.hits.length > 0) yield page.hits.map(({ urn }) => urn);
    after = page.next;
  } while (after !== undefined);
}
