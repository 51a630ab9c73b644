import { invalidRequest } from '../../../errors.ts';
import { graphqlTypeOf } from '../../../model/registry/entity-type-names.ts';
import { isUrn, type Urn } from '../../../model/urn.ts';
import { getEntities as readEntities } from '../../../operations/entities/get-entities.ts';
import { columnUrn } from '../../../operations/lineage/columns.ts';
import { equalTo } from '../../../operations/search/find-entities.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { FLAG, TEXT, URN, described, oneOf } from '../../../operations/shapes.ts';
import { object, objects, text, texts } from '../../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { columnsOf } from '../entities/columns.ts';
import { typeNameOf } from '../entities/names-and-texts.ts';
import { requireEntity } from '../entities/require-entity.ts';
import { plainInput } from '../names/plain-input.ts';
import type { Answer } from '../shaping/answer.ts';
import { UnknownNameError } from '../shaping/tool-error.ts';
import { getEntities } from '../tools/get-entities.ts';
import { DIRECTIONS, getLineage, lineageOf } from '../tools/get-lineage.ts';
import { getMe } from '../tools/get-me.ts';
import { search } from '../tools/search.ts';
import { between, maybe, orElse } from '../tools/shapes.ts';
import type { Tool, ToolCall } from '../tools/tool.ts';
import { datahubTool, filled } from './datahub-tool.ts';
import { entityLike, facetLike, fieldLike } from './present.ts';

const FACETS = ['entity_type', 'platform', 'tag', 'term', 'domain', 'owner', 'env', 'subtype'];
/** As many hops, or more, mean all. */
const ALL_HOPS = 3;
const MOST_HOPS = 10;
const MOST_RESULTS = 50;
const MOST_URNS = 50;
const MOST_SKIPPED = 10_000;
const OFFSET = orElse('Results to skip.', between(0, MOST_SKIPPED), 0);
const FILTER = maybe('Conditions joined by AND, OR, NOT, brackets.', TEXT);
const COLUMN = maybe('Path of a column.', TEXT);
const ASSET = described('Urn of the asset.', URN);
const PARTS = ['description', 'properties', 'labels', 'columns', 'sql'];

/** DataHub's tools that read. */
export const READERS: readonly Tool[] = [
  datahubTool({
    name: 'search',
    description:
      'Entities by words and a filter, with counts by field in facets; num_results 0: only the facets. filter, e.g.: entity_type = dataset AND platform IN (hive, kafka) AND tag = PII.',
    operations: search.operations,
    members: {
      query: orElse('Words; * matches all.', TEXT, '*'),
      filter: FILTER,
      num_results: orElse('Results per page; more than 50 mean 50.', between(0, MOST_SKIPPED), 10),
      sort_by: maybe('Field to sort by; default: relevance.', TEXT),
      sort_order: orElse('Direction.', oneOf(['asc', 'desc']), 'desc'),
      offset: OFFSET,
    },
    run: async ({ num_results, offset, sort_by, ...asked }, call) => {
      const limit = Math.min(num_results, MOST_RESULTS);
      const field = sort_by?.trim().toLowerCase() === 'relevance' ? undefined : sort_by;
      const input = { ...asked, sort_by: field, facets: FACETS, fields: [], limit };
      return pageLike(await search.run(input, { ...call, offset }), offset, limit);
    },
  }),
  datahubTool({
    name: 'get_entities',
    description:
      'Entities by urn, in the list result: names, descriptions, labels, structured properties, columns, SQL of views.',
    operations: getEntities.operations,
    members: { urns: filled('Urns of the entities.', URN, MOST_URNS) },
    run: async ({ urns }, call) => {
      const { body } = await getEntities.run({ urns, include: PARTS }, call);
      const found = new Map(objects(body['entities']).map((entity) => [text(entity['urn']), entity]));
      const result = urns.map((urn): JsonValue => {
        const entity = found.get(urn);
        return entity === undefined ? { error: `Entity ${urn} not found`, urn } : entityLike(entity);
      });
      return {
        body: { result },
        lists: [{ what: 'result', items: result, total: urns.length, how: 'fewer urns' }],
      };
    },
  }),
  datahubTool({
    name: 'list_schema_fields',
    description: 'Columns of a dataset: those that match most keywords first, then the others.',
    operations: getEntities.operations,
    members: {
      urn: described('Urn of the dataset.', URN),
      keywords: maybe(
        'Any of these texts, in paths, descriptions, tags, terms.',
        filled('', TEXT, MOST_URNS),
      ),
      limit: orElse('Columns per page.', between(1, MOST_SKIPPED), 100),
      offset: OFFSET,
    },
    run: async ({ keywords = [], limit, offset, urn }, call) => {
      await requireEntity(urn, 'urn', call);
      const aspects = (await call.requester.run(readEntities, { urns: [urn] })).get(urn) ?? new Map();
      const page = { query: undefined, start: 0, count: Infinity };
      const all = columnsOf({ urn, type: 'dataset', aspects }, page)?.items ?? [];
      const scored = all.map((column) => ({ column, score: scoreOf(column, keywords) }));
      const fields: JsonValue[] = scored
        .toSorted((a, b) => b.score - a.score)
        .slice(offset, offset + limit)
        .map(({ column }) => fieldLike(column));
      const list = { what: 'fields', items: fields, total: all.length, before: offset, how: 'offset' };
      const remainingCount = Math.max(0, all.length - offset - fields.length);
      const matchingCount = keywords.length === 0 ? null : scored.filter(({ score }) => score > 0).length;
      const counts = {
        totalFields: all.length,
        returned: fields.length,
        remainingCount,
        matchingCount,
        offset,
      };
      return { body: { urn, fields, ...counts }, lists: [list] };
    },
  }),
  datahubTool({
    name: 'get_lineage',
    description:
      'Assets upstream or downstream of an asset or one of its columns. max_hops 3 or more means all, up to 10.',
    operations: getLineage.operations,
    members: {
      urn: ASSET,
      column: COLUMN,
      query: maybe('Words that they must match.', TEXT),
      filter: FILTER,
      upstream: orElse('True: upstream; false: downstream.', FLAG, true),
      max_hops: orElse('Maximum distance.', between(1, MOST_SKIPPED), 1),
      max_results: orElse('Results per page.', between(1, 100), 30),
      offset: OFFSET,
    },
    run: async ({ max_hops, max_results: limit, offset, upstream, ...asked }, call) => {
      const hops = max_hops < ALL_HOPS ? max_hops : MOST_HOPS;
      const direction = upstream ? 'upstream' : 'downstream';
      const found = await lineageOf(
        { ...asked, direction, hops, limit, target: undefined },
        { ...call, offset },
      );
      const { body, lists = [] } = pageLike(found, offset, limit);
      return { body: { [`${direction}s`]: body }, lists };
    },
  }),
  datahubTool({
    name: 'get_lineage_paths_between',
    description:
      'Up to 10 paths of urns between two assets, or between two of their columns. Without direction both are tried.',
    operations: getLineage.operations,
    members: {
      source_urn: ASSET,
      target_urn: ASSET,
      source_column: COLUMN,
      target_column: COLUMN,
      direction: maybe('Direction from the source.', oneOf(DIRECTIONS)),
    },
    run: async ({ direction, source_column: column, source_urn: urn, target_column, target_urn }, call) => {
      if ((column === undefined) !== (target_column === undefined))
        throw invalidRequest('Give both source_column and target_column, or neither.', 'source_column');
      const target = columnOrAsset(target_urn, target_column);
      const walk = { urn, column, hops: MOST_HOPS, limit: 1, target, filter: undefined, query: undefined };
      for (const one of direction === undefined ? DIRECTIONS.toReversed() : [direction]) {
        const { body } = await lineageOf({ ...walk, direction: one }, call);
        const paths = listed(body['paths']).map((path) => pathLike(path, call));
        if (paths.length === 0) continue;
        const ends = { source: { urn, column }, target: { urn: target_urn, column: target_column } };
        return { body: { metadata: { direction: one }, ...ends, pathCount: paths.length, paths } };
      }
      throw new UnknownNameError(`There is no lineage path from ${urn} to ${target}.`, 'target_urn', []);
    },
  }),
  datahubTool({
    name: 'get_dataset_queries',
    description: 'SQL queries on a dataset or one of its columns.',
    operations: [searchEntities, readEntities],
    members: {
      urn: ASSET,
      column: COLUMN,
      source: maybe(
        'Only those that people wrote (MANUAL), or that systems ran (SYSTEM).',
        oneOf(['MANUAL', 'SYSTEM']),
      ),
      start: OFFSET,
      count: orElse('Results per page.', between(0, MOST_RESULTS), 10),
    },
    run: async ({ column, count, source, start, urn }, call) => {
      const filter = [
        [
          equalTo('entities', columnOrAsset(urn, column)),
          ...(source === undefined ? [] : [equalTo('source', source)]),
        ],
      ];
      const listing = { entityTypes: ['query'], filter, start, count, lifecycle: 'any' } as const;
      const { hits, total } = await call.requester.run(searchEntities, plainInput(listing));
      const found = await call.requester.run(readEntities, { urns: hits.map((hit) => hit.urn) });
      const queries = [...found].map(([query, aspects]): JsonValue => {
        const { description, name, source: from, statement } = aspects.get('queryProperties')?.value ?? {};
        const { language, value } = object(statement) ?? {};
        const subjects = objects(aspects.get('querySubjects')?.value['subjects']).flatMap(
          ({ entity }) => text(entity) ?? [],
        );
        const written = { name, description, statement: { value } };
        return {
          urn: query,
          properties: { source: from, statement: { language } },
          subjects,
          untrusted: written,
        };
      });
      const list = { what: 'queries', items: queries, total, before: start, how: 'start' };
      return { body: { start, count: queries.length, total, queries }, lists: [list] };
    },
  }),
  datahubTool({
    name: 'get_me',
    description: 'Your user, groups and rights on the catalog.',
    operations: getMe.operations,
    members: {},
    run: async (_, call) => {
      const { actor, groups, privileges } = (await getMe.run({}, call)).body;
      const entities = texts(groups).map((urn) => ({ entity: { urn } }));
      const corpUser = { urn: actor, type: 'CORP_USER', groups: { relationships: entities } };
      return {
        body: { success: true, data: { corpUser, platformPrivileges: privileges }, message: 'Found.' },
      };
    },
  }),
];

/** A page of one of our tools, in the members of DataHub's. `limit` 0: without results. */
function pageLike({ body, lists: [list] = [] }: Answer, start: number, limit: number): Answer {
  const { by_type: byType, facets, total } = body;
  const types = Object.entries(object(byType) ?? {}).map(([value, count]) => ({ value, count }));
  const counted = byType === undefined ? objects(facets) : [{ field: 'entity_type', values: types }];
  const shown = { start, total, facets: counted.map(facetLike) };
  if (limit === 0) return { body: shown };
  const searchResults: JsonValue[] = objects(list?.items).map(({ hop, ...item }) => ({
    entity: entityLike(item),
    degree: hop,
  }));
  const items = {
    what: 'searchResults',
    items: searchResults,
    total: list?.total ?? 0,
    before: start,
    how: 'offset',
  };
  return { body: { ...shown, count: searchResults.length, searchResults }, lists: [items] };
}

/** Number of pairs of a keyword and a text of the column that has it. */
function scoreOf({ tags, terms, untrusted }: JsonObject, keywords: readonly string[]): number {
  const { description, path } = object(untrusted) ?? {};
  const all = [path, description, ...texts(tags), ...texts(terms)].map(
    (one) => text(one)?.toLowerCase() ?? '',
  );
  return keywords.reduce(
    (sum, word) => sum + all.filter((one) => one.includes(word.toLowerCase())).length,
    0,
  );
}

function listed(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function pathLike(steps: JsonValue, { registry }: ToolCall): JsonObject {
  const urns = texts(steps).filter(isUrn);
  return { path: urns.map((urn) => ({ urn, type: graphqlTypeOf(typeNameOf(urn, registry)) })) };
}

function columnOrAsset(urn: Urn, column: string | undefined): Urn {
  return column === undefined ? urn : columnUrn(urn, column);
}
