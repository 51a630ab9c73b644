import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../src/model/scope.ts';
import { parseUrn, type Urn } from '../../src/model/urn.ts';
import type { LineageSearchInput } from '../../src/query/lineage/lineage-query.ts';
import { PLAIN_FLAGS, ReadingCatalog } from '../support/memory/reading-catalog.ts';
import { naiveDegrees, naivePaths, type Pairs } from './naive-lineage.ts';
import { effort } from '../support/effort.ts';

// Few names, so that random graphs have cycles, diamonds and paths of several lengths.
const TABLES = ['a', 'b', 'c', 'd', 'e'].map(
  (name) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`,
);
const JOBS = ['f', 'g'].map((name) => `urn:li:dataJob:(urn:li:dataFlow:(airflow,flow,PROD),${name})`);
const CHARTS = ['h', 'i'].map((name) => `urn:li:chart:(looker,${name})`);
const NODES = [...TABLES, ...JOBS, ...CHARTS];

interface Graph {
  readonly tables: ReadonlyMap<string, readonly string[]>;
  readonly jobs: ReadonlyMap<
    string,
    { readonly inputs: readonly string[]; readonly outputs: readonly string[] }
  >;
  readonly charts: ReadonlyMap<string, readonly string[]>;
  readonly removed: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
}

const someTables = fc.subarray(TABLES);

const graphs: fc.Arbitrary<Graph> = fc.record({
  tables: mapOf(fc.subarray(TABLES), someTables),
  jobs: mapOf(fc.subarray(JOBS), fc.record({ inputs: someTables, outputs: someTables })),
  charts: mapOf(fc.subarray(CHARTS), fc.subarray([...TABLES, ...CHARTS])),
  removed: fc.subarray(NODES, { maxLength: 2 }).map((names) => new Set(names)),
  hidden: fc.subarray(NODES, { maxLength: 2 }).map((names) => new Set(names)),
});

function mapOf<T>(
  keys: fc.Arbitrary<string[]>,
  value: fc.Arbitrary<T>,
): fc.Arbitrary<ReadonlyMap<string, T>> {
  return keys.chain((names) =>
    fc
      .array(value, { minLength: names.length, maxLength: names.length })
      .map(
        (values) =>
          new Map(names.flatMap((name, i): [string, T][] => (i in values ? [[name, values[i] as T]] : []))),
      ),
  );
}

function pairsOf({ tables, jobs, charts, hidden }: Graph): Pairs {
  const stated = [
    ...[...tables].flatMap(([table, upstreams]) =>
      upstreams.map((upstream) => [table, table, upstream] as const),
    ),
    ...[...charts].flatMap(([chart, inputs]) => inputs.map((input) => [chart, chart, input] as const)),
    ...[...jobs].flatMap(([job, { inputs, outputs }]) => [
      ...inputs.map((input) => [job, job, input] as const),
      ...outputs.map((output) => [job, output, job] as const),
    ]),
  ];
  return stated.flatMap(([holder, down, up]) => (hidden.has(holder) ? [] : [[down, up] as const]));
}

async function fill(
  catalog: ReadingCatalog,
  { tables, jobs, charts, removed }: Graph,
): Promise<ReadonlySet<string>> {
  const written = new Set<string>([...tables.keys(), ...jobs.keys(), ...charts.keys(), ...removed]);
  for (const urn of written) {
    const upstreams = tables.get(urn);
    const job = jobs.get(urn);
    const inputs = charts.get(urn);
    await catalog.put(urn, {
      status: { removed: removed.has(urn) },
      ...(upstreams && {
        upstreamLineage: { upstreams: upstreams.map((dataset) => ({ dataset, type: 'COPY' })) },
      }),
      ...(job && { dataJobInputOutput: { inputDatasets: job.inputs, outputDatasets: job.outputs } }),
      ...(inputs && {
        chartInfo: {
          title: 't',
          description: '',
          lastModified: {},
          inputEdges: inputs.map((destinationUrn) => ({ destinationUrn })),
        },
      }),
    });
  }
  return written;
}

const NO_LIMITS = {
  startTimeMillis: undefined,
  endTimeMillis: undefined,
  exploredPerHop: undefined,
  ignoreAsHops: [],
};

function inputFor(urn: Urn, direction: 'UPSTREAM' | 'DOWNSTREAM'): LineageSearchInput {
  return {
    urn,
    direction,
    entityTypes: [],
    query: '*',
    filter: [],
    flags: PLAIN_FLAGS,
    lineage: NO_LIMITS,
    columnsAsParents: true,
    sort: [],
    start: 0,
    count: 100,
    isScroll: false,
    scrollId: undefined,
    withPaths: true,
    withHops: true,
  };
}

describe('lineage beside the simplest walk', () => {
  it('finds the same entities at the same degrees by the same paths, in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.constantFrom(...NODES), async (graph, start) => {
        await using catalog = await ReadingCatalog.open();
        const written = await fill(catalog, graph);
        const isVisible = (name: string): boolean => !graph.hidden.has(name);
        const scope = { ...EVERYTHING, seesEntity: isVisible };
        for (const direction of ['UPSTREAM', 'DOWNSTREAM'] as const) {
          const pairs = pairsOf(graph);
          const expected = [...naiveDegrees(start, pairs, direction, isVisible)].filter(
            ([name]) => written.has(name) && !graph.removed.has(name),
          );
          const outcome = await catalog.query.searchLineage(inputFor(parseUrn(start), direction), scope);
          expect(Object.fromEntries(outcome.hits.map(({ urn, degree }) => [urn, degree]))).toEqual(
            Object.fromEntries(expected),
          );
          expect(outcome.total).toBe(expected.length);
          const byHop = Map.groupBy(expected, ([, degree]) => degree);
          expect(new Map(outcome.byHop)).toEqual(new Map([...byHop].map(([hop, of]) => [hop, of.length])));
          expect(outcome.isPartial).toBe(false);
          for (const { urn, paths } of outcome.hits) {
            const ways = naivePaths(start, urn, pairs, direction, isVisible);
            expect(paths.map((path) => path.join(' > ')).sort()).toEqual(ways);
          }
        }
      }),
      { numRuns: effort(60) },
    );
  });
});
