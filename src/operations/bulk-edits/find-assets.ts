import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { AssetSearch } from '../../model/bulk-edit.ts';
import { registryTypeOf } from '../../model/registry/entity-type-names.ts';
import type { Urn } from '../../model/urn.ts';
import { DEFAULT_ASSETS_FLAGS, type PageInput } from '../../query/metadata-query.ts';
import { plainSearch } from '../search/find-entities.ts';
import type { OperationSettings, Work } from '../work.ts';

/** Maximum number of assets of one edit, and of rows of one file. */
export const MOST_ASSETS = 100_000;

/** Maximum assets of a page. */
export const ASSETS_PER_PAGE = 1_000;
const KEEP_ALIVE_MS = 5 * 60_000;

/** The search, with the semantics of `searchAcrossEntities`. */
export function pageOf(
  { entityTypes, filter, query }: AssetSearch,
  { pageSize }: OperationSettings,
): PageInput {
  const types = entityTypes.map((name) => registryTypeOf(name) ?? name);
  const page = plainSearch({ entityTypes: types, query, filter, count: Math.min(ASSETS_PER_PAGE, pageSize) });
  return { ...page, flags: DEFAULT_ASSETS_FLAGS };
}

/** Urns of the current matches of the search, by page. Throws INVALID_REQUEST for more than `MOST_ASSETS`. */
export function findAssets(search: AssetSearch, work: Work): AsyncGenerator<readonly Urn[]> {
  return findByPage(pageOf(search, work.settings), work);
}

/** Urns of the current matches, by page. Throws INVALID_REQUEST for more than `MOST_ASSETS`. */
export async function* findByPage(page: PageInput, work: Work): AsyncGenerator<readonly Urn[]> {
  let scrollId: string | undefined;
  do {
    const found = await work.query.search({ ...page, scrollId, keepAliveMs: KEEP_ALIVE_MS }, work.scope);
    if (found.total > MOST_ASSETS) {
      throw invalidRequest(
        `The search matches ${found.total} assets, more than ${MOST_ASSETS}. Add a condition, or split the search.`,
        undefined,
        because('TOO_MANY_ASSETS', { found: found.total, most: MOST_ASSETS }),
      );
    }
    yield found.hits.map(({ urn }) => urn);
    scrollId = found.nextScrollId;
  } while (scrollId !== undefined);
}
