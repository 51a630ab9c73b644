import { searchEntities, type PageInput } from '../../../operations/search/search-entities.ts';
import type { Requester } from '../../../operations/requester.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entitySpec } from '../../../model/registry/find-in-registry.ts';
import type { Criterion, Filter } from '../../../model/filter.ts';
import { parseUrn, type Urn } from '../../../model/urn.ts';

/** Conditions on one end of a link. */
export interface LinkEnd {
  /** Empty: any type. */
  readonly entityTypes: readonly string[];
  /** The end is one of these; undefined: any. */
  readonly urns: readonly Urn[] | undefined;
  /** Further conditions on the entity. */
  readonly filter: Filter;
}

/** The conditions on one end. Extracts a required list of urns from the filter, so that only their links are read. */
export function linkEnd(registry: EntityRegistry, types: readonly string[], filter: Filter): LinkEnd {
  const entityTypes = types.map((name) => entitySpec(registry, name).name);
  const [only, ...others] = filter;
  const named = others.length === 0 ? only?.find(namesUrns) : undefined;
  if (only === undefined || named === undefined) return { entityTypes, urns: undefined, filter };
  const rest = only.filter((criterion) => criterion !== named);
  return { entityTypes, urns: named.values.map(parseUrn), filter: rest.length === 0 ? [] : [rest] };
}

function namesUrns({ field, operator, values, negated }: Criterion): boolean {
  return field === 'urn' && (operator === 'EQUAL' || operator === 'IN') && !negated && values.length > 0;
}

/** Evaluates the filter of an end for the given entities; `page`: further parameters of the search. */
export async function meetsFilter(
  requester: Requester,
  registry: EntityRegistry,
  { entityTypes, filter }: LinkEnd,
  urns: readonly Urn[],
  page: PageInput,
): Promise<(urn: Urn) => boolean> {
  if (filter.length === 0) return () => true;
  const values = [...new Set(urns)];
  const isOneOf: Criterion = { field: 'urn', operator: 'EQUAL', values, negated: false };
  const { hits } = await requester.run(searchEntities, {
    ...page,
    entityTypes: entityTypes.length > 0 ? entityTypes : [...registry.entities.keys()],
    filter: filter.map((criteria) => [...criteria, isOneOf]),
    scrollId: undefined,
    count: values.length,
  });
  const matching = new Set(hits.map(({ urn }) => urn));
  return (urn) => matching.has(urn);
}
