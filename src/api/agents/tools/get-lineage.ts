import * as v from 'valibot';
import { invalidRequest } from '../../../errors.ts';
import { narrowedTo, type Criterion } from '../../../model/filter.ts';
import { holderOf } from '../../../model/relationships/column-holder.ts';
import type { LineageDirection } from '../../../model/relationships/lineage.ts';
import { isUrn, type Urn } from '../../../model/urn.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { searchLineage } from '../../../operations/lineage/search-lineage.ts';
import type { OutputOf } from '../../../operations/operation.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { TEXT, URN, described, objectOf, oneOf } from '../../../operations/shapes.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { requireColumn } from '../entities/columns.ts';
import { nameOf } from '../entities/names-and-texts.ts';
import { requireEntity } from '../entities/require-entity.ts';
import { readFilter } from '../filter/read-filter.ts';
import { typesOf } from '../names/kinds.ts';
import { plainInput } from '../names/plain-input.ts';
import type { Answer } from '../shaping/answer.ts';
import { nextPage, offsetIn } from '../shaping/cursor.ts';
import { UNTRUSTED, answerOf, count, text, urns } from './outputs.ts';
import { between, maybe, orElse, shortText } from './shapes.ts';
import { defineTool, type ToolCall } from './tool.ts';

/** Directions of lineage, in the words of tools. */
export const DIRECTIONS = ['upstream', 'downstream'] as const;

/** A direction in the words of operations. */
export function directionOf(direction: (typeof DIRECTIONS)[number]): LineageDirection {
  return direction === 'upstream' ? 'UPSTREAM' : 'DOWNSTREAM';
}

/** Maximum hops of a walk. */
export const MOST_HOPS = 10;
const MOST_RESULTS = 100;
const MOST_PATHS = 10;
/** Maximum entity types in the counts. */
const MOST_TYPES = 50;

type Found = OutputOf<typeof searchLineage>;

/** Finds what an entity or column is derived from, or what is derived from it. */
export const getLineage = defineTool({
  name: 'get_lineage',
  title: 'Get lineage',
  description:
    'Assets upstream or downstream of an entity or of one of its columns, within hops, filtered as in search. total, by_type and by_hop cover the whole walk, not the page. With target: up to 10 paths to it.',
  operations: [searchLineage, searchEntities, getEntities],
  hasPages: true,
  input: () =>
    objectOf({
      urn: described('Urn of the entity.', URN),
      column: maybe('Path of a column of it.', shortText(1_000)),
      direction: orElse('Direction.', oneOf(DIRECTIONS), 'downstream'),
      hops: orElse('Maximum distance.', between(1, MOST_HOPS), 1),
      filter: maybe('Conditions, as in search.', TEXT),
      target: maybe('Urn of an entity: only it, with the paths to it.', URN),
      limit: orElse('Results per page.', between(1, MOST_RESULTS), 30),
    }),
  output: answerOf({
    total: count,
    partial: v.optional(v.boolean()),
    by_type: v.record(v.string(), count),
    by_hop: v.record(v.string(), count),
    results: v.array(v.object({ urn: text, type: text, hop: count, untrusted: UNTRUSTED })),
    paths: v.optional(v.array(urns)),
  }),
  run: async (input, call) => {
    if (input.target !== undefined)
      await requireEntity(holderOf(input.target) ?? input.target, 'target', call);
    return lineageOf({ ...input, query: undefined }, call);
  },
});

/** What to find, as the tool takes it, and words that the assets must match. */
interface Walk {
  readonly urn: Urn;
  readonly column: string | undefined;
  readonly direction: (typeof DIRECTIONS)[number];
  readonly hops: number;
  readonly filter: string | undefined;
  readonly query: string | undefined;
  readonly target: Urn | undefined;
  readonly limit: number;
}

/** The answer of the tool. */
export async function lineageOf(
  { column, direction, filter: conditions, hops, limit, query, target, urn }: Walk,
  call: ToolCall,
): Promise<Answer> {
  const asked: JsonObject = { urn, column, direction, hops, filter: conditions, target };
  const start = offsetIn(call, asked);
  await requireEntity(urn, 'urn', call);
  const begin = column === undefined ? urn : `urn:li:schemaField:(${urn},${column})`;
  if (!isUrn(begin)) throw invalidRequest('column is not the path of a column.', 'column');
  const { entityTypes, filter } = await readFilter(conditions, call);
  const only = target === undefined ? filter : narrowedTo(filter, equal('urn', target));
  const { flags } = plainInput({ entityTypes: [] });
  const degrees = Array.from({ length: hops }, (_, i) => `=${i + 1}`);
  const page = await call.requester.run(searchLineage, {
    urn: begin,
    direction: directionOf(direction),
    entityTypes: [...entityTypes],
    query,
    filter: narrowedTo(only, equal('degree', ...degrees)),
    start,
    count: limit,
    withPaths: target !== undefined,
    withHops: true,
    flags: { ...flags, skipAggregates: false, maxAggValues: MOST_TYPES },
  });
  // A column that is not in the schema may still have lineage.
  if (column !== undefined && page.total === 0) await requireColumn(urn, column, call);
  const results: JsonValue[] = await present(page.hits, call);
  const paths =
    target === undefined ? undefined : page.hits.flatMap((hit) => hit.paths.map((path) => [...path]));
  const shownPaths = paths?.slice(0, MOST_PATHS);
  return {
    body: {
      total: page.total,
      ...(page.isPartial && { partial: true }),
      by_type: typesIn(page.facets, call),
      by_hop: Object.fromEntries(page.byHop),
      results,
      ...(shownPaths !== undefined && { paths: shownPaths }),
    },
    lists: [
      { what: 'results', items: results, total: page.total, before: start, how: 'cursor' },
      ...(shownPaths === undefined
        ? []
        : [{ what: 'paths', items: shownPaths, total: paths?.length ?? 0, how: 'fewer hops' }]),
    ],
    cursor: nextPage(start, page.total, asked),
  };
}

function equal(field: string, ...values: readonly string[]): Criterion {
  return { field, operator: 'EQUAL', values, negated: false };
}

/** Number of entities by type. */
function typesIn(facets: Found['facets'], { registry }: ToolCall): JsonObject {
  const types = facets.find(({ field }) => field === '_entityType')?.buckets ?? [];
  return Object.fromEntries(
    types.map(({ count: number, value }) => [typesOf(value, registry)[0] ?? value, number]),
  );
}

async function present(hits: Found['hits'], { registry, requester }: ToolCall): Promise<JsonValue[]> {
  const found = await requester.run(getEntities, { urns: hits.map(({ urn }) => urn) });
  return hits.map(({ degree: hop, entityType: type, urn }) => {
    const aspects = found.get(urn);
    const name = aspects && nameOf({ urn, type, aspects }, registry);
    return { urn, type, hop, untrusted: { name } };
  });
}
