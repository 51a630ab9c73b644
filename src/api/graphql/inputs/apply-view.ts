import { CatalogError } from '../../../errors.ts';
import { viewFilter } from '../../../model/filter-parts/view-filter.ts';
import type { Filter } from '../../../model/filter.ts';
import type { SearchInput } from '../../../operations/search/count-facets.ts';
import type { GraphqlContext } from '../context/graphql-context.ts';
import { object, texts } from '../../../util/json/json-members.ts';

/**
 * Restricts a search to the entity types and the filter of a saved view. Without a view, returns the search
 * unchanged. `undefined` is a search that matches nothing; returned if search and view have no entity type in common.
 * Throws INVALID_REQUEST for a urn of another type, NOT_FOUND for a view that does not exist.
 */
export async function applyView(
  search: SearchInput | undefined,
  viewUrn: string | null | undefined,
  { loader, references, settings }: GraphqlContext,
): Promise<SearchInput | undefined> {
  if (viewUrn === null || viewUrn === undefined) return search;
  const { urn } = references.parseAs('dataHubView', viewUrn);
  const definition = object((await loader.aspect(urn, 'dataHubViewInfo'))?.['definition']);
  if (definition === undefined) {
    throw new CatalogError('NOT_FOUND', `There is no view ${urn}. Omit 'viewUrn' to search everything.`);
  }
  const viewTypes = texts(definition['entityTypes']).map(
    (name) => settings.registry.findEntity(name)?.name ?? name,
  );
  if (search === undefined) return undefined;
  const entityTypes = commonTypes(search.entityTypes, viewTypes);
  if (entityTypes === undefined) return undefined;
  return { ...search, entityTypes, filter: both(search.filter, viewFilter(definition)) };
}

/** Intersection of two lists in which empty means all types; undefined when they have no type in common. */
function commonTypes(asked: readonly string[], ofView: readonly string[]): readonly string[] | undefined {
  if (asked.length === 0) return ofView;
  if (ofView.length === 0) return asked;
  const common = asked.filter((type) => ofView.includes(type));
  return common.length === 0 ? undefined : common;
}

/** Conjunction of two filters, as an OR of ANDs. */
function both(a: Filter, b: Filter): Filter {
  if (a.length === 0) return b;
  return b.length === 0 ? a : a.flatMap((left) => b.map((right) => [...left, ...right]));
}
