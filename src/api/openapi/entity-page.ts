import type { Catalog } from '../../auth/catalog.ts';
import type { Urn } from '../../model/urn.ts';
import type { PageInput } from './catalog-types.ts';
import type { EntityPage, RouteContext } from './dialect.ts';
import { readAspects } from './read-aspects.ts';

/** Which aspects of the entities of a page are wanted; `none` answers urns only. */
export type WantedAspects = 'all' | 'none' | readonly string[];

/** How the entities of a page are written. */
export interface PageForm {
  readonly aspects: WantedAspects;
  readonly systemMetadata: boolean;
}

/** A page without entities, of a list that has none. */
export const EMPTY_PAGE: EntityPage = { scrollId: undefined, total: 0, entities: [], facets: undefined };

/** Finds one page of entities and reads their aspects in one go. Entities that vanish between the two are left out. */
export async function readPage(
  catalog: Catalog,
  context: RouteContext,
  input: PageInput,
  form: PageForm,
): Promise<EntityPage> {
  const outcome = await catalog.search(input);
  const urns = outcome.hits.map((hit) => hit.urn);
  return {
    scrollId: outcome.nextScrollId,
    total: outcome.total,
    entities: await entitiesJson(catalog, context, urns, form),
    facets: input.flags.skipAggregates ? undefined : outcome.facets,
  };
}

/** JSON texts of the entities that exist, in the order asked for. */
export async function entitiesJson(
  catalog: Catalog,
  { registry, dialect }: RouteContext,
  urns: readonly Urn[],
  form: PageForm,
): Promise<readonly string[]> {
  if (form.aspects === 'none') return urns.map((urn) => dialect.entityJson(urn, [], false));
  const names = form.aspects === 'all' ? undefined : form.aspects;
  const found = await readAspects(catalog, registry, urns, names);
  return urns.flatMap((urn) => {
    const aspects = found.get(urn);
    return aspects === undefined ? [] : [dialect.entityJson(urn, aspects, form.systemMetadata)];
  });
}
