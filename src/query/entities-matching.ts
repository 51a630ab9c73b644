import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import type { Expression } from '../search/expression.ts';
import type { SearchIndex } from '../search/search-index.ts';

/** Entities read from the index at a time. */
const PAGE = 1_000;
/** How long the place in the walk may be needed; it holds nothing in the index. */
const KEEP_ALIVE_MS = 60_000;

/** Every entity that an expression matches, in pages, by urn. */
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
