import { ReadTooLargeError } from '../../../operations/read-limit.ts';
import { searchEntities, type PageInput } from '../../../operations/search/search-entities.ts';
import type { Requester } from '../../../operations/requester.ts';
import type { Urn } from '../../../model/urn.ts';
import type { EntityPage, RouteContext } from '../dialect.ts';
import { readAspects } from './read-aspects.ts';

/** Aspects to include in a page; `none`: urns only. */
export type WantedAspects = 'all' | 'none' | readonly string[];

/** Output options for the entities of a page. */
export interface PageForm {
  readonly aspects: WantedAspects;
  readonly systemMetadata: boolean;
}

/** The page of an empty list. */
export const EMPTY_PAGE: EntityPage = { scrollId: undefined, total: 0, entities: [], facets: undefined };

/**
 * Searches one page of entities and reads their aspects at once. Omits entities deleted in between. A page whose values are
 * too large for one response ends early.
 */
export async function readPage(
  requester: Requester,
  context: RouteContext,
  input: PageInput,
  form: PageForm,
): Promise<EntityPage> {
  const outcome = await requester.run(searchEntities, input);
  const urns = outcome.hits.map((hit) => hit.urn);
  let entities: readonly string[];
  try {
    entities = await entitiesJson(requester, context, urns, form);
  } catch (error) {
    if (!(error instanceof ReadTooLargeError) || error.fitting === 0) throw error;
    // The search returns the position of the next page.
    return readPage(requester, context, { ...input, count: error.fitting }, form);
  }
  return {
    scrollId: outcome.nextScrollId,
    total: outcome.total,
    entities,
    facets: input.flags.skipAggregates ? undefined : outcome.facets,
  };
}

/** JSON texts of the existing entities, in the order of `urns`. */
export async function entitiesJson(
  requester: Requester,
  { registry, dialect }: RouteContext,
  urns: readonly Urn[],
  form: PageForm,
): Promise<readonly string[]> {
  if (form.aspects === 'none') return urns.map((urn) => dialect.entityJson(urn, [], false));
  const names = form.aspects === 'all' ? undefined : form.aspects;
  const found = await readAspects(requester, registry, urns, names);
  return urns.flatMap((urn) => {
    const aspects = found.get(urn);
    return aspects === undefined ? [] : [dialect.entityJson(urn, aspects, form.systemMetadata)];
  });
}
