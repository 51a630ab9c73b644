import * as v from 'valibot';
import { invalidRequest } from '../../../errors.ts';
import { countFacets } from '../../../operations/search/count-facets.ts';
import { descriptionOf } from '../../../operations/entities/described-places.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import type { Requester } from '../../../operations/requester.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { TEXT, objectOf, oneOf } from '../../../operations/shapes.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { nameOf, platformOf, type StoredEntity } from '../entities/names-and-texts.ts';
import { readFieldNames, type FieldReader } from '../entities/search-fields.ts';
import { fieldOf, readFilter } from '../filter/read-filter.ts';
import { plainInput } from '../names/plain-input.ts';
import { nextPage, offsetIn } from '../shaping/cursor.ts';
import { UNTRUSTED, answerOf, count, text } from './outputs.ts';
import { between, listOf, maybe, orElse } from './shapes.ts';
import { defineTool, type ToolCall } from './tool.ts';

const MOST_RESULTS = 50;
const MOST_FACETS = 10;
const MOST_FIELDS = 10;
/** Maximum values of a facet. */
const FACET_VALUES = 20;

/** Finds entities by words and conditions. */
export const search = defineTool({
  name: 'search',
  title: 'Search',
  description:
    'Finds assets, tags, terms, people and properties by words and a filter, ranked or sorted, with exact total. limit 0 with facets only counts. filter, e.g.: entity_type = dataset AND platform IN (hive, kafka) AND (tag = PII OR owner IS NULL) AND structuredProperties.io.acme.retention >= 30. Names of tags, terms, domains, owners work as values.',
  operations: [searchEntities, countFacets, getEntities],
  hasPages: true,
  input: () =>
    objectOf({
      query: orElse('Words; * matches all.', TEXT, '*'),
      filter: maybe('Conditions joined by AND, OR, NOT, brackets.', TEXT),
      facets: orElse('Fields whose values are counted, e.g. platform.', listOf(TEXT, MOST_FACETS), []),
      sort_by: maybe('Field to sort by; default: relevance.', TEXT),
      sort_order: orElse('Direction.', oneOf(['asc', 'desc']), 'asc'),
      fields: orElse('Further fields of each result, e.g. tags, owners.', listOf(TEXT, MOST_FIELDS), []),
      limit: orElse('Results per page.', between(0, MOST_RESULTS), 10),
    }),
  output: answerOf({
    total: count,
    exact: v.boolean(),
    results: v.array(v.object({ urn: text, type: text, platform: v.optional(text), untrusted: UNTRUSTED })),
    facets: v.optional(
      v.array(
        v.object({
          field: text,
          values: v.array(v.object({ value: v.optional(text), count, untrusted: v.optional(UNTRUSTED) })),
        }),
      ),
    ),
  }),
  run: async (input, call) => {
    const { facets, fields, filter: conditions, limit, query, sort_by: field, sort_order: order } = input;
    const asked: JsonObject = { query, filter: conditions, sort: field, order };
    const start = offsetIn(call, asked);
    const { entityTypes, filter, includeSoftDeleted } = await readFilter(conditions, call);
    const direction = order === 'asc' ? 'ASCENDING' : 'DESCENDING';
    const sort = field === undefined ? [] : [{ field: sortField(field), order: direction } as const];
    const listing = plainInput({ entityTypes, query, filter, includeSoftDeleted, sort, start, count: limit });
    const { requester } = call;
    const page = await requester.run(searchEntities, listing);
    const counted = await facetsOf(facets, listing, requester);
    const results: JsonValue[] = await resultsOf(page.hits, fields, call);
    return {
      body: {
        total: page.total,
        exact: true,
        results,
        facets: counted,
      },
      lists: [{ what: 'results', items: results, total: page.total, before: start, how: 'cursor' }],
      cursor: nextPage(start, page.total, asked),
    };
  },
});

/** The values of fields with their counts; undefined without fields. */
async function facetsOf(
  facets: readonly string[],
  { entityTypes, filter, flags, query }: ReturnType<typeof plainInput>,
  requester: Requester,
): Promise<readonly JsonObject[] | undefined> {
  if (facets.length === 0) return undefined;
  const search = {
    entityTypes,
    query,
    filter,
    flags: { ...flags, skipAggregates: false, maxAggValues: FACET_VALUES },
  };
  const counted = await requester.run(countFacets, { search, facets: facets.map(fieldOf) });
  return counted.map(({ buckets }, i) => ({ field: facets[i], values: buckets.map(facetValue) }));
}

/** A value of a facet: urns are identifiers, other values may be what people wrote. */
function facetValue({ count: number, displayName, entity, value }: FacetBucket): JsonObject {
  if (entity === undefined) return { count: number, untrusted: { value } };
  return {
    value: entity,
    count: number,
    ...(displayName !== undefined && { untrusted: { name: displayName } }),
  };
}

interface FacetBucket {
  readonly value: string;
  readonly count: number;
  readonly entity: string | undefined;
  readonly displayName: string | undefined;
}

async function resultsOf(
  hits: readonly { readonly urn: StoredEntity['urn']; readonly entityType: string }[],
  fields: readonly string[],
  { registry, requester }: ToolCall,
): Promise<JsonValue[]> {
  const readers = readFieldNames(fields, registry);
  const urns = hits.map(({ urn }) => urn);
  const found = await requester.run(getEntities, { urns });
  return hits.flatMap(({ entityType, urn }): JsonObject[] => {
    const aspects = found.get(urn);
    if (aspects === undefined) return [];
    const entity = { urn, type: entityType, aspects };
    const platform = platformOf(entity, registry);
    return [
      {
        urn,
        type: entityType,
        ...(platform !== undefined && { platform }),
        untrusted: {
          name: nameOf(entity, registry),
          description: descriptionOf(entityType, aspects),
          ...further(entity, readers),
        },
      },
    ];
  });
}

function further(entity: StoredEntity, readers: ReadonlyMap<string, FieldReader>): JsonObject {
  return Object.fromEntries(
    [...readers].flatMap(([name, read]) => {
      const value = read(entity);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function sortField(name: string): string {
  if (name.trim() !== '') return fieldOf(name);
  throw invalidRequest('sort_by is empty. Name a field, or omit it for the order by relevance.', 'sort_by');
}
