/**
 * Measures searches by inherited values: below one container, below one database with 20,000 schemas, and below 100 databases with
 * 100,000 containers, with facets, and the first search after a container has changed.
 *
 *   node bench/inheritance.ts [--entities 1000000] [--data FOLDER] [--requests 50] [--changes 9] [--opensearch] [--no-write]
 *
 * FOLDER (default: one in the temporary folder, named by the size) keeps the catalog for the next run: the first one loads it, which takes
 * minutes. Two fifths of the datasets are in the container, two below the database, one below the 100. One of fifty has a value of its own.
 * With --opensearch the index is a node that the run starts, the limits are not judged, and nothing is kept.
 * Exit code 1 if a figure is above its limit, or if a search does not find what was loaded.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  INHERITED_VALUE,
  PROPERTY,
  hierarchyOf,
  loadHierarchy,
  mappedUrn,
  ownOf,
  schemaUrn,
  sizeOf,
  type Part,
} from './measurements/hierarchy.ts';
import { commitOfTree, describeMachine, idleShare, residentMiB, untilIdle } from './measurements/machine.ts';
import { medianTime } from './measurements/median-time.ts';
import { round } from './measurements/statistics.ts';
import { installOpenSearch, startOpenSearch } from './systems/opensearch-node.ts';
import { startColophon, stopColophon, type ColophonServer } from './systems/colophon-server.ts';
import { RunScope } from './systems/run-scope.ts';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    entities: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    requests: { type: 'string', default: '50' },
    changes: { type: 'string', default: '9' },
    opensearch: { type: 'boolean', default: false },
    write: { type: 'boolean', default: true },
  },
});
const ENTITIES = Number(options.entities);
const REQUESTS = Number(options.requests);
const CHANGES = Number(options.changes);
const FOLDER = options.data ?? join(tmpdir(), `colophon-bench-hierarchy-${ENTITIES}`);
const HIERARCHY = hierarchyOf(ENTITIES);

const report = (text: string): boolean => process.stderr.write(`${text}\n`);

/** Starts a server and a node of OpenSearch, and loads the catalog. */
async function startWithOpenSearch(scope: RunScope): Promise<ColophonServer> {
  await installOpenSearch(scope);
  const { url } = await startOpenSearch(scope);
  const server = await startColophon(scope, scope.subfolder('catalog'), {
    COLOPHON_SEARCH: url,
    COLOPHON_SEARCH_PREFIX: 'bench_',
    // What is found is compared with what was loaded.
    COLOPHON_SEARCH_EXACT_TOTALS: '2147483647',
  });
  using client = server.connect();
  await loadHierarchy(client, HIERARCHY, report);
  await untilIdle(server.process.pid);
  return server;
}

/** Starts a server with the catalog, which is loaded unless the folder has it. */
async function startLoaded(scope: RunScope): Promise<ColophonServer> {
  const [catalog, mark] = [join(FOLDER, 'catalog'), join(FOLDER, 'loaded.json')];
  if (!existsSync(mark)) {
    rmSync(catalog, { recursive: true, force: true });
    mkdirSync(catalog, { recursive: true });
    const server = await startColophon(scope, catalog);
    using client = server.connect();
    await loadHierarchy(client, HIERARCHY, report);
    report('merging the index');
    await untilIdle(server.process.pid);
    await stopColophon(server, 'SIGTERM');
    writeFileSync(mark, `${JSON.stringify({ entities: ENTITIES, date: new Date().toISOString() })}\n`);
  }
  report(`starting on ${catalog}`);
  const server = await startColophon(scope, catalog);
  await untilIdle(server.process.pid);
  return server;
}

using scope = new RunScope();
const machine = await describeMachine();
const server = await (options.opensearch ? startWithOpenSearch(scope) : startLoaded(scope));
using client = server.connect();

async function graphql(query: string): Promise<{ readonly data: Record<string, unknown> }> {
  const text = await client.post('/api/graphql', JSON.stringify({ query }));
  if (server.isFailure(text)) throw new Error(text.slice(0, 500));
  return JSON.parse(text) as { data: Record<string, unknown> };
}

const nameOf = (part: Part): string => `effectiveProperties.${PROPERTY[part]}`;

/** Number of datasets that a filter on an effective value finds. */
async function find(part: Part, condition: 'EXISTS' | 'EQUAL', value?: number): Promise<number> {
  const values = value === undefined ? '' : `, values: ["${value}"]`;
  const { data } = await graphql(
    `{ scrollAcrossEntities(input: { types: [DATASET], query: "*", count: 20, orFilters: [{ and: [
    { field: "${nameOf(part)}", condition: ${condition}${values} }] }] }) { total } }`,
  );
  return (data as { scrollAcrossEntities: { total: number } }).scrollAcrossEntities.total;
}

/** Waits until the index, which OpenSearch refreshes after the write is acknowledged, has every dataset. */
async function untilIndexed(): Promise<void> {
  const query = '{ scrollAcrossEntities(input: { types: [DATASET], query: "*", count: 1 }) { total } }';
  for (;;) {
    const { data } = await graphql(query);
    const { total } = (data as { scrollAcrossEntities: { total: number } }).scrollAcrossEntities;
    if (total === ENTITIES) return;
    report(`${total} of ${ENTITIES} datasets indexed`);
    await setTimeout(2000);
  }
}

/** Sum of the counts of a facet of effective values. */
async function count(part: Part): Promise<number> {
  const { data } = await graphql(
    `{ aggregateAcrossEntities(input: { types: [DATASET], query: "*", facets: ["${nameOf(part)}"] }) {
    facets { aggregations { count } } } }`,
  );
  const { facets } = (
    data as { aggregateAcrossEntities: { facets: { aggregations: { count: number }[] }[] } }
  ).aggregateAcrossEntities;
  return facets.flatMap(({ aggregations }) => aggregations).reduce((sum, bucket) => sum + bucket.count, 0);
}

function mustBe(what: string, found: number, expected: number): void {
  if (found === expected) return;
  console.log(`WRONG ${what}: ${found}, not ${expected}`);
  process.exitCode = 1;
}

async function write(urn: string, aspect: string, value: object): Promise<void> {
  await client.post(
    `/openapi/v2/entity/container/${encodeURIComponent(urn)}/${aspect}`,
    JSON.stringify(value),
  );
}

/** Describes a container otherwise, which moves nothing. */
const describe = (urn: string) => (number: number) =>
  write(urn, 'containerProperties', { name: urn, description: `change ${number} of ${Date.now()}` });

/** Moves a container below another one and back: what is known of the hierarchy must be found again. */
const move = (urn: string, parents: readonly [string, string]) => (number: number) =>
  write(urn, 'container', { container: parents[Math.abs(number) % 2] });

/** A value that no container has: the search needs the map from container to source, and nothing else. */
const UNUSED = 5_555;

const figures: [what: string, value: number, limit: number][] = [];
async function measure(what: string, bound: number, time: Promise<number>): Promise<void> {
  const value = await time;
  // The bounds are those of the embedded index.
  const limit = options.opensearch ? Infinity : bound;
  figures.push([what, value, limit]);
  console.log(
    `${value > limit ? 'ABOVE ' : ''}${what}: ${round(value)}${limit === Infinity ? '' : ` (limit ${limit})`}`,
  );
  if (value > limit) process.exitCode = 1;
}

if (options.opensearch) await untilIndexed();
for (const part of ['one', 'schemas', 'many'] as const) {
  mustBe(`EXISTS of ${part}`, await find(part, 'EXISTS'), sizeOf(part, HIERARCHY));
  mustBe(`facet of ${part}`, await count(part), sizeOf(part, HIERARCHY));
}
for (const part of ['one', 'schemas'] as const) {
  const inherited = sizeOf(part, HIERARCHY) - ownOf(part, HIERARCHY);
  mustBe(`EQUAL of ${part}`, await find(part, 'EQUAL', INHERITED_VALUE), inherited);
}
const { mapped, schemas } = HIERARCHY;
const equal = (part: Part) => () => find(part, 'EQUAL', INHERITED_VALUE);
await measure('filter, one container directly above', 5, medianTime(REQUESTS, equal('one')));
await measure(`filter, ${schemas} schemas below one database`, 30, medianTime(REQUESTS, equal('schemas')));
await measure(
  `filter, ${mapped} containers below 100 databases`,
  Infinity,
  medianTime(REQUESTS, equal('many')),
);
await measure(
  'facet, one container',
  100,
  medianTime(REQUESTS, () => count('one')),
);
await measure(
  `facet, ${schemas} schemas`,
  100,
  medianTime(REQUESTS, () => count('schemas')),
);
await measure(
  `facet of ten inherited values, ${mapped} containers`,
  100,
  medianTime(REQUESTS, () => count('many')),
);
const [schema, leaf, top] = [schemaUrn(17), mappedUrn(517), mappedUrn(17)];
await measure(
  `filter after a container was described, ${schemas} schemas`,
  Infinity,
  medianTime(CHANGES, equal('schemas'), describe(schema)),
);
await measure(
  `filter after a container was described, ${mapped} containers`,
  Infinity,
  medianTime(CHANGES, equal('many'), describe(leaf)),
);
// Moved back at the end: the number of moves is even.
const moves = CHANGES + (CHANGES % 2);
const movedTo = [top, mappedUrn(18)] as const;
await measure(
  `map of ${mapped} containers, found again`,
  300,
  medianTime(moves, () => find('many', 'EQUAL', UNUSED), move(leaf, movedTo)),
);
await measure(
  `filter after a container was moved, ${mapped} containers`,
  Infinity,
  medianTime(moves, equal('many'), move(leaf, movedTo)),
);
await write(leaf, 'container', { container: top });
const idleAfter = await idleShare();
const memory = residentMiB(server.process.pid);
console.log(
  `${ENTITIES} datasets, ${machine.cores} cores, ${machine.cpu}, idle before: ${Math.round(machine.idle * 100)} %, after: ` +
    `${Math.round(idleAfter * 100)} %, resident: ${memory} MiB, commit ${commitOfTree()}; ${options.opensearch ? 'index in OpenSearch' : `catalog kept in ${FOLDER}`}`,
);
await stopColophon(server, 'SIGTERM');
if (options.write) {
  const date = new Date().toISOString();
  const shown = Object.fromEntries(figures.map(([what, value]) => [what, round(value)]));
  const result = {
    date,
    commit: commitOfTree(),
    entities: ENTITIES,
    machine,
    idleAfter,
    residentMiB: memory,
    figures: shown,
  };
  const file = join(
    import.meta.dirname,
    'results',
    `${date.slice(0, 10)}-inheritance${options.opensearch ? '-opensearch' : ''}.json`,
  );
  writeFileSync(file, `${JSON.stringify(result, undefined, 2)}\n`);
}
