import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holderOf } from '../../src/model/relationships/column-holder.ts';
import { EVERYTHING } from '../../src/model/scope.ts';
import { formatUrn, parseUrn, type Urn } from '../../src/model/urn.ts';
import { effort } from '../support/effort.ts';
import { ReadingCatalog } from '../support/memory/reading-catalog.ts';
import { schemaWith } from '../support/samples/sample-schema.ts';
import { TEST_ACTOR } from '../support/memory/search-fixtures.ts';
import type { JsonObject } from '../../src/util/json.ts';
import type { Pairs } from './naive-lineage.ts';

// Few names, so that random graphs have cycles and several ways around an asset with a value.
const TABLES = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
  formatUrn('dataset', 'urn:li:dataPlatform:hive', name, 'PROD'),
);
/** One column of each table, and one that no schema declares. */
const COLUMNS = [...TABLES.map((table) => columnOf(table, 'id')), columnOf(TABLES[0] ?? '', 'dropped')];
const [PROPERTY, OTHER] = ['level', 'other'];
const DIRECTIONS = ['UPSTREAM', 'DOWNSTREAM'] as const;

function columnOf(table: string, path: string): Urn {
  return formatUrn('schemaField', table, path);
}

/** Links from downstream to upstream, and what is known of the tables. */
interface Graph {
  readonly links: Pairs;
  readonly columnLinks: Pairs;
  readonly written: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
  readonly valued: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  /** Those whose value an earlier edit gave from the start. */
  readonly given: ReadonlySet<string>;
}

const linksAmong = (nodes: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...nodes), fc.constantFrom(...nodes)), { maxLength: 12 });
const some = (nodes: readonly string[], maxLength: number) =>
  fc.subarray([...nodes], { maxLength }).map((names): ReadonlySet<string> => new Set(names));

const graphs: fc.Arbitrary<Graph> = fc.record({
  links: linksAmong(TABLES),
  columnLinks: linksAmong(COLUMNS),
  written: fc.subarray([...TABLES], { minLength: 4 }).map((names): ReadonlySet<string> => new Set(names)),
  removed: some(TABLES, 1),
  hidden: some(TABLES, 1),
  valued: some([...TABLES, ...COLUMNS], 5),
  others: some([...TABLES, ...COLUMNS], 5),
  given: some([...TABLES, ...COLUMNS], 5),
});

async function fill(catalog: ReadingCatalog, graph: Graph, start: Urn): Promise<void> {
  await catalog.define(PROPERTY, 'string');
  await catalog.define(OTHER, 'string');
  for (const table of graph.written) {
    const columnLinks = graph.columnLinks.filter(([downstream]) => holderOf(parseUrn(downstream)) === table);
    await catalog.put(table, {
      status: { removed: graph.removed.has(table) },
      schemaMetadata: { ...schemaWith('id') },
      upstreamLineage: {
        upstreams: graph.links.flatMap(([down, dataset]) =>
          down === table ? [{ dataset, type: 'COPY' }] : [],
        ),
        fineGrainedLineages: columnLinks.map(([downstream, upstream]) => ({
          upstreamType: 'FIELD_SET',
          upstreams: [upstream],
          downstreamType: 'FIELD',
          downstreams: [downstream],
        })),
      },
    });
  }
  for (const urn of new Set([...graph.valued, ...graph.others])) {
    if (!isStored(urn, graph)) continue;
    const assigned = (property: string, more: JsonObject = {}): JsonObject => ({
      propertyUrn: `urn:li:structuredProperty:${property}`,
      values: [{ string: 'x' }],
      ...more,
    });
    const attribution = { time: 0, actor: TEST_ACTOR, source: start };
    const properties = [
      ...(graph.valued.has(urn) ? [assigned(PROPERTY, graph.given.has(urn) ? { attribution } : {})] : []),
      ...(graph.others.has(urn) ? [assigned(OTHER)] : []),
    ];
    await catalog.put(urn, { structuredProperties: { properties } });
  }
}

function tableOf(urn: string): string {
  return holderOf(parseUrn(urn)) ?? urn;
}

/** Whether values can be given to it: a table that is written, or any column. */
function isStored(urn: string, { written }: Graph): boolean {
  return tableOf(urn) !== urn || written.has(urn);
}

/** The selection by the simplest walk. */
function naiveSelection(
  graph: Graph,
  start: string,
  direction: (typeof DIRECTIONS)[number],
  hops: number,
  stopsAtValue: boolean,
): readonly string[] {
  const { hidden, removed, valued, written } = graph;
  const isSeen = (urn: string): boolean => !hidden.has(tableOf(urn));
  const isStop = (urn: string): boolean =>
    stopsAtValue && valued.has(urn) && isStored(urn, graph) && !removed.has(urn);
  // A link is known if the table that states it, the downstream one, is written and visible.
  const links = [...graph.links, ...graph.columnLinks].filter(
    ([downstream]) => written.has(tableOf(downstream)) && isSeen(downstream),
  );
  const met = new Set<string>();
  let frontier = isSeen(start) ? [start] : [];
  for (let hop = 1; hop <= hops; hop++) {
    const next = links.flatMap(([down, up]) => {
      const [from, to] = direction === 'UPSTREAM' ? [down, up] : [up, down];
      return frontier.includes(from) && to !== start && isSeen(to) && !met.has(to) ? [to] : [];
    });
    for (const urn of next) met.add(urn);
    frontier = next.filter((urn) => !isStop(urn) || graph.given.has(urn));
  }
  return [...met].filter(
    (urn) =>
      !isStop(urn) && written.has(tableOf(urn)) && !removed.has(tableOf(urn)) && !urn.endsWith(',dropped)'),
  );
}

describe('a selection along lineage beside the simplest walk', () => {
  it('has the same assets, with cycles, hidden and deleted ones, and values that end the walk', async () => {
    const starts = fc.constantFrom(...TABLES, ...COLUMNS);
    await fc.assert(
      fc.asyncProperty(graphs, starts, fc.integer({ min: 1, max: 5 }), async (graph, urn, hops) => {
        await using catalog = await ReadingCatalog.open();
        await fill(catalog, graph, urn);
        const scope = { ...EVERYTHING, seesEntity: (one: Urn): boolean => !graph.hidden.has(tableOf(one)) };
        for (const direction of DIRECTIONS) {
          for (const stopAtValueOf of [undefined, parseUrn(`urn:li:structuredProperty:${PROPERTY}`)]) {
            const way = { urn, direction, hops, stopAtValueOf };
            const { isPartial, urns } = await catalog.query.selectLineage(way, scope);
            const expected = naiveSelection(graph, urn, direction, hops, stopAtValueOf !== undefined);
            expect([...urns].sort()).toEqual([...expected].sort());
            expect(isPartial).toBe(false);
          }
        }
      }),
      { numRuns: effort(60) },
    );
  });
});
