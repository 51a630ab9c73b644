import { invalidRequest } from '../../../errors.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import {
  OTHER_ENTITY_TYPE,
  graphqlTypeOf,
  registryTypeOf,
} from '../../../model/registry/entity-type-names.ts';
import type { Criterion, Filter, SortCriterion } from '../../../model/filter.ts';
import type { SearchFlags, SearchInput } from '../../../operations/search/count-facets.ts';
import type {
  FacetFilterInput,
  SearchAcrossEntitiesInput,
  SearchFlags as SearchFlagsInput,
} from '../schema/schema-types.generated.ts';
import { because } from '../../../refusals.ts';

/** Input of a search by page or by scroll. */
export type PagedSearchInput = Omit<SearchAcrossEntitiesInput, 'start'>;

/** Input that all searches share. */
export type AnySearchInput = Omit<PagedSearchInput, 'count' | 'sortInput'>;

/**
 * Converts a search to the catalog's form; undefined (matches nothing) when it names only types that cannot have
 * entities. Throws INVALID_REQUEST for unsupported or invalid flags.
 */
export function parseSearch(input: AnySearchInput, registry: EntityRegistry): SearchInput | undefined {
  const entityTypes = [...new Set((input.types ?? []).flatMap((name) => registryNames(name, registry)))];
  if (entityTypes.length === 0 && (input.types ?? []).length > 0) return undefined;
  return {
    entityTypes,
    query: input.query,
    filter: parseFilter(input),
    flags: parseFlags(input.searchFlags ?? {}),
  };
}

/** Sort criteria of a search; empty: by relevance. */
export function parseSort({ sortInput }: PagedSearchInput): readonly SortCriterion[] {
  const single = sortInput?.sortCriterion;
  const criteria = sortInput?.sortCriteria ?? (single ? [single] : []);
  return criteria.map(({ field, sortOrder }) => ({ field, order: sortOrder }));
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as `5m` or `30s` (units ms, s, m, h, d) to ms; throws INVALID_REQUEST for any other text. */
export function parseDuration(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined) {
    throw invalidRequest(
      `'keepAlive' must be a duration such as 5m or 30s, but it is '${text}'.`,
      undefined,
      because('INPUT_FORMAT', { name: 'keepAlive', value: text }),
    );
  }
  return Number(amount) * factor;
}

/** Registry names of a GraphQL entity type: any number for OTHER, none for a type that the registry lacks. */
export function registryNames(name: string, registry: EntityRegistry): readonly string[] {
  if (name === OTHER_ENTITY_TYPE) {
    return [...registry.entities.keys()].filter((type) => graphqlTypeOf(type) === OTHER_ENTITY_TYPE);
  }
  const type = registryTypeOf(name);
  return type !== undefined && registry.entities.has(type) ? [type] : [];
}

/** The conditions of a search or list. */
interface FilterInput {
  readonly filters?: AnySearchInput['filters'] | undefined;
  readonly orFilters?: AnySearchInput['orFilters'] | undefined;
}

/** Converts conditions to the catalog's form: `filters` are ANDed with each alternative of `orFilters`. */
export function parseFilter({ filters, orFilters }: FilterInput): Filter {
  const common = (filters ?? []).map(parseCriterion);
  const alternatives = (orFilters ?? []).map(({ and }) => (and ?? []).map(parseCriterion));
  if (common.length === 0) return alternatives;
  return alternatives.length === 0 ? [common] : alternatives.map((criteria) => [...criteria, ...common]);
}

/** Converts a condition to the catalog's form; the operator defaults to EQUAL. */
export function parseCriterion(input: FacetFilterInput): Criterion {
  const { field, values, value, condition, negated } = input;
  return {
    field,
    operator: condition ?? 'EQUAL',
    values: values ?? (value === null || value === undefined ? [] : [value]),
    negated: negated ?? false,
  };
}

function parseFlags(flags: SearchFlagsInput): SearchFlags {
  for (const name of ['minScore', 'searchType'] as const) {
    if ((flags[name] ?? null) === null) continue;
    throw invalidRequest(
      `'searchFlags.${name}' is not supported. Leave it out.`,
      undefined,
      because('NOT_SUPPORTED'),
    );
  }
  const maxAggValues = flags.maxAggValues ?? 20;
  if (maxAggValues < 1) {
    throw invalidRequest(
      `'searchFlags.maxAggValues' must be at least 1, but it is ${maxAggValues}.`,
      undefined,
      because('INPUT_TOO_SMALL', { name: 'maxAggValues', least: 1 }),
    );
  }
  return {
    maxAggValues,
    skipAggregates: flags.skipAggregates ?? false,
    skipHighlighting: flags.skipHighlighting ?? false,
    getSuggestions: flags.getSuggestions ?? false,
    includeSoftDeleted: flags.includeSoftDeleted ?? false,
    includeStructuredPropertyFacets: flags.includeStructuredPropertyFacets ?? false,
    fulltext: flags.fulltext ?? true,
    allWords: false,
    filterNonLatestVersions: flags.filterNonLatestVersions ?? true,
    lifecycle: flags.includeHiddenLifecycleStages === true ? 'any' : 'published',
    exactTotal: flags.exactTotal ?? false,
    grouping: parseGrouping(flags),
  };
}

function parseGrouping({ groupingSpec }: SearchFlagsInput): SearchFlags['grouping'] {
  return (groupingSpec?.groupingCriteria ?? []).map(({ baseEntityType, groupingEntityType }) => {
    const from = baseEntityType ? registryTypeOf(baseEntityType) : undefined;
    const to = registryTypeOf(groupingEntityType);
    if (from !== undefined && to !== undefined) return { from, to };
    throw invalidRequest(
      `'searchFlags.groupingSpec' must name two existing entity types, but it names ` +
        `${baseEntityType ?? 'nothing'} and ${groupingEntityType}.`,
      undefined,
      because('ENTITY_TYPE_UNKNOWN', { name: groupingEntityType, closest: '' }),
    );
  });
}
