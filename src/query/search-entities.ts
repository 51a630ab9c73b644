import { invalidRequest } from '../errors.ts';
import type { Scope } from '../model/scope.ts';
import {
  STRUCTURED_PROPERTY,
  type PropertyDirectory,
  type PropertyState,
} from '../model/structured-property.ts';
import { urnKey, type Urn } from '../model/urn.ts';
import type { DocumentSteps } from '../search/documents/document.ts';
import type { Page, PageRequest, SortKey, VisibleQuery } from '../search/search-index.ts';
import { inChunks } from '../util/concurrency/in-chunks.ts';
import { nextTurnOfRead } from '../util/concurrency/cancellation.ts';
import { isTurnOver } from '../util/concurrency/turn-clock.ts';
import { readInParts } from './read-in-parts.ts';
import { SUB_TYPE_FACET, countFacets } from './facets/count-facets.ts';
import { isEffectiveName, resolveField, type FieldContext } from './filters/field-resolution.ts';
import { groupHits } from './group-hits.ts';
import { matchedFieldsOf } from './matched-fields.ts';
import type {
  FacetResult,
  MetadataQuery,
  PageInput,
  SearchHit,
  SearchInput,
  SearchOutcome,
} from './metadata-query.ts';
import { resolveSearch, type SearchParts, type SearchRequest } from './search-request.ts';
import { readQueryText } from './language/query-text.ts';
import { suggestQueries, type Suggestion } from './suggest-queries.ts';
import { warnOfBound } from './warn-inexact.ts';
import { warnOfUnknownField, type Warn } from './warn-unknown-field.ts';
import { because } from '../refusals.ts';

/** Maximum number of hits per page. */
export const MAX_PAGE_SIZE = 10_000;

/** Hits whose texts are read and compared in one turn of the event loop. */
const HITS_PER_TURN = 250;

export interface SearchEntitiesParts extends SearchParts {
  readonly getEntities: MetadataQuery['getEntities'];
  readonly documentSteps: DocumentSteps;
}

export type EntitySearch = Pick<MetadataQuery, 'search' | 'aggregate'>;

/** Creates the part of the read path that uses the index. */
export function createEntitySearch(parts: SearchEntitiesParts): EntitySearch {
  return {
    search: async (input, scope) => {
      checkPage(input);
      const resolved = await resolveSearch(input, scope, parts);
      const request = await groupHits(resolved, input.flags.grouping, parts);
      const page = await parts.index.search(pageRequest(input, request, parts.warn));
      if (page.isBound === true) warnOfBound(page.total, parts.warn);
      const names = input.flags.skipAggregates ? [] : defaultFacets(input, request.context);
      const suggestions = await suggestionsOf(input, resolved, page.total, parts);
      const counted = await facets(names, false, input, request, parts);
      return { ...(await present(input, request, page, counted, scope, parts)), suggestions };
    },
    aggregate: async (input, names, scope) => {
      const request = await resolveSearch(input, scope, parts);
      const isRequested = names.length > 0;
      return facets(
        isRequested ? names : defaultFacets(input, request.context),
        isRequested,
        input,
        request,
        parts,
      );
    },
  };
}

/** Similar queries for the first page of a query of plain words. */
function suggestionsOf(
  { flags, query, scrollId, start }: PageInput,
  request: SearchRequest,
  total: number,
  { index }: SearchEntitiesParts,
): Promise<readonly Suggestion[]> {
  const isFirst = start === 0 && scrollId === undefined;
  if (!flags.getSuggestions || !isFirst || readQueryText(query, flags.fulltext).kind !== 'words')
    return Promise.resolve([]);
  return suggestQueries(request.query, total, index);
}

function checkPage({ count, start }: PageInput): void {
  if (!Number.isInteger(count) || count < 0 || count > MAX_PAGE_SIZE) {
    throw invalidRequest(
      `count must be a whole number from 0 to ${MAX_PAGE_SIZE}, not ${count}. Request smaller pages, or scroll.`,
      undefined,
      because('INPUT_RANGE', { name: 'count', value: String(count), least: 0, most: MAX_PAGE_SIZE }),
    );
  }
  if (!Number.isInteger(start) || start < 0) {
    throw invalidRequest(
      `start must be a whole number of at least 0, not ${start}. Omit it for the first page.`,
      undefined,
      because('INPUT_TOO_SMALL', { name: 'start', least: 0 }),
    );
  }
}

function pageRequest(
  input: PageInput,
  { query, context }: SearchRequest,
  warn: Warn,
): PageRequest & VisibleQuery {
  return {
    ...query,
    sort: input.sort.flatMap((criterion): SortKey[] => {
      if (isEffectiveName(criterion.field)) throw unsortable(criterion.field);
      const field = resolveField(criterion.field, context);
      // The order by a field that is hidden on some entities would reveal its values there.
      if (field === undefined || field.where !== undefined) {
        warnOfUnknownField('Sort field', criterion.field, 'is ignored', warn);
        return [];
      }
      return [{ field: field.field, descending: criterion.order === 'DESCENDING' }];
    }),
    from: input.scrollId === undefined ? input.start : 0,
    size: input.count,
    ...(input.scrollId !== undefined && { after: input.scrollId }),
    ...(input.keepAliveMs !== undefined && { keepAliveMs: input.keepAliveMs }),
    mayBound: !input.flags.exactTotal,
  };
}

function defaultFacets(
  { flags }: SearchInput,
  { mapping, properties, scope }: FieldContext,
): readonly string[] {
  const names = [...mapping.defaultFacets.map(({ name }) => name), SUB_TYPE_FACET];
  if (!flags.includeStructuredPropertyFacets) return names;
  const shown = [...properties.all()].filter(
    ({ urn, generation, removed, showInSearchFilters }) =>
      showInSearchFilters && !removed && scope.seesAssignment(urn, generation),
  );
  const fields = shown.map((property) => `${STRUCTURED_PROPERTY.fieldPrefix}${nameOf(property, properties)}`);
  return [...names, ...fields.sort()];
}

/** The qualified name, or the name in the urn where another property has the qualified name in its urn. */
function nameOf({ urn, definition }: PropertyState, properties: PropertyDirectory): string {
  const { qualifiedName } = definition;
  return properties.resolve(qualifiedName)?.urn === urn ? qualifiedName : urnKey(urn);
}

function unsortable(name: string): Error {
  const own = STRUCTURED_PROPERTY.fieldPrefix + name.slice(STRUCTURED_PROPERTY.effectivePrefix.length);
  return invalidRequest(
    `Hits cannot be sorted by '${name}', because inherited values are not stored with them. Sort by '${own}', the values of their own.`,
    undefined,
    because('FILTER_INVALID', { field: name }),
  );
}

/** Counts facets. `isRequested`: the caller named them; default facets may not exist for every entity type. */
function facets(
  names: readonly string[],
  isRequested: boolean,
  { flags }: SearchInput,
  request: SearchRequest,
  { index, territories, warn }: Pick<SearchParts, 'index' | 'territories' | 'warn'>,
): Promise<readonly FacetResult[]> {
  if (names.length === 0) return Promise.resolve([]);
  const drop = (name: string): void => {
    if (isRequested) warnOfUnknownField('Facet', name, 'is omitted', warn);
  };
  const parts = { index, territories, warn, drop, keepsEmpty: isRequested };
  return countFacets(names, flags.maxAggValues, request, parts);
}

async function present(
  input: PageInput,
  { highlighted }: SearchRequest,
  page: Page,
  facetResults: readonly FacetResult[],
  scope: Scope,
  parts: SearchEntitiesParts,
): Promise<Omit<SearchOutcome, 'suggestions'>> {
  const isHighlighted = highlighted.length > 0 && !input.flags.skipHighlighting && page.hits.length > 0;
  const hits = isHighlighted
    ? await withMatchedFields(page.hits, highlighted, scope, parts)
    : page.hits.map((hit) => ({ ...hit, matchedFields: [] }));
  return { total: page.total, hits, facets: facetResults, nextScrollId: page.next };
}

/** The hits with their texts that match the conditions. */
async function withMatchedFields(
  found: Page['hits'],
  conditions: SearchRequest['highlighted'],
  scope: Scope,
  parts: SearchEntitiesParts,
): Promise<readonly SearchHit[]> {
  const hits: SearchHit[] = [];
  const matchesOf = matchedFieldsOf(conditions, parts);
  for await (const slice of inChunks(found, HITS_PER_TURN)) {
    const urns = slice.map(({ urn }) => urn);
    const matches = new Map<Urn, SearchHit['matchedFields']>();
    for await (const entities of readInParts(urns, undefined, scope, parts)) {
      for (const [urn, aspects] of entities) {
        matches.set(urn, [...(matches.get(urn) ?? []), ...(await matchesOf(urn, aspects))]);
        if (isTurnOver()) await nextTurnOfRead();
      }
    }
    for (const hit of slice) hits.push({ ...hit, matchedFields: matches.get(hit.urn) ?? [] });
  }
  return hits;
}
