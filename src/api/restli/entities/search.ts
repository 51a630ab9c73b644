import type { Requester } from '../../../operations/requester.ts';
import { entitySpec } from '../../../model/registry/find-in-registry.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import type { Urn } from '../../../model/urn.ts';
import { asText, asTexts, optionalText } from '../../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { readPage } from '../read-search.ts';
import {
  searchEntities,
  type PageInput,
  type SearchOutcome,
} from '../../../operations/search/search-entities.ts';
import { action } from '../resource.ts';

/** How long the state of a scroll is kept between pages. */
const KEEP_ALIVE_MS = 5 * 60_000;

/** `POST /entities?action=search`: entities of one type that match words and a filter. */
export const search = action(searchEntities, async ({ registry, requester, input }) => {
  const page = readPage(input, {
    entityTypes: [typeOf(registry, input)],
    query: asText(input['input'], 'input'),
  });
  return { value: searchResult(page, await requester.run(searchEntities, page)) };
});

/** `POST /entities?action=searchAcrossEntities`: entities of several types that match words and a filter. */
export const searchAcrossEntities = action(searchEntities, async ({ registry, requester, input }) => {
  const page = readPage(input, {
    entityTypes: typesOf(registry, input),
    query: asText(input['input'], 'input'),
  });
  return { value: searchResult(page, await requester.run(searchEntities, page)) };
});

/**
 * `POST /entities?action=scrollAcrossEntities`: scrolls all entities of several types that match words and a filter.
 */
export const scrollAcrossEntities = action(searchEntities, async ({ registry, requester, input }) => {
  const what = { entityTypes: typesOf(registry, input), query: asText(input['input'], 'input') };
  const scrollId = optionalText(input['scrollId'], 'scrollId');
  const asked = readPage(input, what);
  const flags = { ...asked.flags, allWords: true };
  const page = { ...asked, flags, start: 0, scrollId, keepAliveMs: KEEP_ALIVE_MS };
  const outcome = await requester.run(searchEntities, page);
  const { pageSize, numEntities, entities, metadata } = searchResult(page, outcome);
  return {
    value: {
      pageSize: pageSize ?? 0,
      numEntities: numEntities ?? 0,
      ...(outcome.nextScrollId !== undefined && { scrollId: outcome.nextScrollId }),
      entities: entities ?? [],
      metadata: metadata ?? {},
    },
  };
});

/** `POST /entities?action=filter`: entities of one type that match a filter. */
export const filter = action(searchEntities, async ({ registry, requester, input }) => {
  const page = readPage(input, { entityTypes: [typeOf(registry, input)], query: '*' });
  return { value: searchResult(page, await requester.run(searchEntities, page)) };
});

/** `POST /entities?action=list`: urns of entities of one type that match a filter. */
export const list = action(searchEntities, async ({ registry, requester, input }) => {
  const page = readPage(input, { entityTypes: [typeOf(registry, input)], query: '*' });
  return { value: urnList(page, await requester.run(searchEntities, withoutExtras(page))) };
});

/** `POST /entities?action=listUrns`: all urns of a type, including soft-deleted and hidden entities, in urn order. */
export const listUrns = action(searchEntities, async ({ registry, requester, input }) => {
  const page = readPage(input, { entityTypes: [typeOf(registry, input)], query: '*' });
  const everything = {
    ...withoutExtras(page),
    filter: [],
    sort: [{ field: 'urn', order: 'ASCENDING' } as const],
  };
  const flags = { ...everything.flags, includeSoftDeleted: true, lifecycle: 'any' as const };
  return { value: urnList(page, await requester.run(searchEntities, { ...everything, flags })) };
});

/** `POST /entities?action=getTotalEntityCount`: number of entities of a type, without soft-deleted ones. */
export const getTotalEntityCount = action(searchEntities, async ({ registry, requester, input }) => ({
  value: await countOf(requester, typeOf(registry, input)),
}));

/** `POST /entities?action=batchGetTotalEntityCount`: number of entities of several types, without soft-deleted ones. */
export const batchGetTotalEntityCount = action(searchEntities, async ({ registry, requester, input }) => {
  const counts = typesOf(registry, input).map(
    async (type) => [type, await countOf(requester, type)] as const,
  );
  return { value: Object.fromEntries(await Promise.all(counts)) };
});

function typeOf(registry: EntityRegistry, { entity }: JsonObject): string {
  return entitySpec(registry, asText(entity, 'entity')).name;
}

function typesOf(registry: EntityRegistry, { entities }: JsonObject): readonly string[] {
  return asTexts(entities ?? [], 'entities').map((name) => entitySpec(registry, name).name);
}

function withoutExtras(page: PageInput): PageInput {
  return { ...page, flags: { ...page.flags, skipAggregates: true, skipHighlighting: true } };
}

async function countOf(requester: Requester, entityType: string): Promise<number> {
  const counting = { count: 0, searchFlags: { exactTotal: true } };
  const page = readPage(counting, { entityTypes: [entityType], query: '*' });
  return (await requester.run(searchEntities, withoutExtras(page))).total;
}

function searchResult(page: PageInput, { total, hits, facets, suggestions }: SearchOutcome): JsonObject {
  return {
    from: page.start,
    pageSize: page.count,
    numEntities: total,
    entities: hits.map(({ urn, score, matchedFields }) => ({ entity: urn, score, matchedFields })),
    metadata: {
      aggregations: facets.map(aggregation),
      ...(suggestions.length > 0 && {
        suggestions: suggestions.map(({ text, frequency, score }) => ({ text, frequency, score })),
      }),
    },
  };
}

function aggregation({ field, displayName, buckets }: SearchOutcome['facets'][number]): JsonValue {
  return {
    name: field,
    displayName,
    aggregations: Object.fromEntries(buckets.map(({ value, count }) => [value, count])),
    filterValues: buckets.map(({ value, count, entity }) => ({
      value,
      facetCount: count,
      ...(entity !== undefined && { entity }),
    })),
  };
}

function urnList({ start, count }: PageInput, { total, hits }: SearchOutcome): JsonObject {
  return { start, count, total, entities: hits.map(({ urn }): Urn => urn) };
}
