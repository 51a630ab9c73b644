/**
 * Measures what rules of properties cost, each beside the same without them: the filter and the facet `violations` and a plan, and the
 * processor time of the ingest of values in a catalog with 20 enforced rules.
 *
 *   node bench/rules.ts [--entities 1000000] [--data FOLDER] [--rounds 9] [--requests 50] [--no-write]
 *
 * Two servers with the same workload, one without rules, take turns. FOLDER is the one that bench/inheritance.ts keeps, with so many
 * datasets; its catalog is copied for both servers, which takes seconds instead of minutes. Exit code 1 if a figure is above its
 * limit. Ingest without rules is compared with a former commit by `node bench/request-cost.ts --base`.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadColophon } from './measurements/load-colophon.ts';
import { commitOfTree, describeMachine, processorSeconds, untilIdle } from './measurements/machine.ts';
import { medianTime } from './measurements/median-time.ts';
import { quantile, round } from './measurements/statistics.ts';
import { startColophon, type ColophonServer } from './systems/colophon-server.ts';
import type { HttpClient } from './systems/http-client.ts';
import { RunScope } from './systems/run-scope.ts';
import { DEFINITIONS, PROPERTIES, asOpenApiV3, entity } from './workload.mjs';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    entities: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '50' },
    write: { type: 'boolean', default: true },
  },
});
const ENTITIES = Number(options.entities);
const ROUNDS = Number(options.rounds);
const REQUESTS = Number(options.requests);
const BATCH = 500;

/** Rules that a tenth of the assets breaks, of level REPORT, so that they can be loaded. */
const BROKEN = { values: { max: { double: 8999 }, level: 'REPORT' } };

const TEXT_RULES = {
  values: { pattern: '[a-z]+-[0-9]+', minLength: 3, maxLength: 40 },
  required: { level: 'ENFORCE' },
  deprecatedValues: [{ value: { string: 'none' } }],
};

/** Five enforced rules of each of the four properties, which all values of the workload obey. */
const OBEYED: Readonly<Record<string, object>> = {
  [PROPERTIES.team]: TEXT_RULES,
  [PROPERTIES.costCenter]: TEXT_RULES,
  [PROPERTIES.zones]: TEXT_RULES,
  [PROPERTIES.retention]: {
    values: { format: 'INTEGER', min: { double: 0 }, max: { double: 9999 } },
    required: { level: 'ENFORCE' },
    deprecatedValues: [{ value: { double: -1 } }],
  },
};

interface Loaded {
  readonly server: ColophonServer;
  readonly client: HttpClient;
}

async function setRules({ client }: Loaded, rules: Readonly<Record<string, object>>): Promise<void> {
  for (const [name, value] of Object.entries(rules)) {
    const urn = encodeURIComponent(`urn:li:structuredProperty:${name}`);
    await client.post(
      `/openapi/v2/entity/structuredProperty/${urn}/structuredPropertyRules`,
      JSON.stringify(value),
    );
  }
}

async function graphql({ client }: Loaded, query: string): Promise<unknown> {
  const text = await client.post('/api/graphql', JSON.stringify({ query }));
  if (text.includes('"errors":')) throw new Error(text.slice(0, 500));
  return JSON.parse(text);
}

const RETENTION = PROPERTIES.retention;
const FILTER = `{ scrollAcrossEntities(input: { types: [DATASET], query: "*", count: 20, orFilters: [{ and: [
  { field: "violations", condition: EQUAL, values: ["${RETENTION}"] }] }] }) { total } }`;
const FACET = `{ aggregateAcrossEntities(input: { types: [DATASET], query: "*", facets: ["violations"] }) {
  facets { aggregations { value count } } } }`;

/** A plan of the definition as it is, which counts violations. */
function plan({ client }: Loaded): Promise<string> {
  const definitions = DEFINITIONS.filter(({ urn }) => urn.endsWith(RETENTION)).map(({ aspect, urn }) => ({
    urn,
    propertyDefinition: aspect,
    structuredPropertyRules: BROKEN,
  }));
  return client.post('/api/colophon/v1/plans', JSON.stringify({ definitions }));
}

/** Writes the values of one batch, other ones in each round. */
function writeBatch({ client }: Loaded, number: number): Promise<string> {
  const batch = Array.from({ length: BATCH }, (_, i) => {
    const { urn } = entity((number * BATCH + i) % ENTITIES);
    const { structuredProperties } = asOpenApiV3(entity(number * BATCH + i + 1));
    return { urn, structuredProperties };
  });
  return client.post('/openapi/v3/entity/dataset?async=false', JSON.stringify(batch));
}

/** Processor time of the server for ten batches, in µs per entity. */
async function costOf(loaded: Loaded, round: number): Promise<number> {
  const batches = 10;
  const { pid } = loaded.server.process;
  const before = processorSeconds(pid) ?? 0;
  for (let i = 0; i < batches; i++) await writeBatch(loaded, round * batches + i);
  return (((processorSeconds(pid) ?? 0) - before) * 1e6) / (batches * BATCH);
}

using scope = new RunScope();
const machine = await describeMachine();
async function load(name: string): Promise<Loaded> {
  const folder = scope.subfolder(name);
  process.stderr.write(`${options.data === undefined ? 'loading' : 'copying'} the catalog ${name}\n`);
  if (options.data !== undefined) cpSync(join(options.data, 'catalog'), folder, { recursive: true });
  const server = await startColophon(scope, folder);
  const client = server.connect();
  if (options.data === undefined) await loadColophon(server, client, ENTITIES);
  await untilIdle(server.process.pid);
  return { server, client };
}

const [ruled, plain] = [await load('ruled'), await load('plain')];
await setRules(ruled, { [RETENTION]: BROKEN });
process.stderr.write('measuring reads\n');
const filterMs = await medianTime(REQUESTS, () => graphql(ruled, FILTER));
const facetMs = await medianTime(REQUESTS, () => graphql(ruled, FACET));
const planMs = await medianTime(Math.max(3, REQUESTS / 10), () => plan(ruled));
await setRules(ruled, OBEYED);
const costs: { ruled: number[]; plain: number[] } = { ruled: [], plain: [] };
for (let number = 0; number <= ROUNDS; number++) {
  process.stderr.write(`writing, round ${number} of ${ROUNDS}\n`);
  const turns = [
    ['ruled', ruled],
    ['plain', plain],
  ] as const;
  for (const [name, loaded] of number % 2 === 0 ? turns : turns.toReversed()) {
    const cost = await costOf(loaded, number);
    // The first round is warm-up.
    if (number > 0) costs[name].push(cost);
  }
}
for (const { client } of [ruled, plain]) client[Symbol.dispose]();
const ratios = costs.ruled.map((cost, i) => cost / (costs.plain[i] ?? NaN));
const figures: readonly (readonly [what: string, value: number, limit: number])[] = [
  ['filter violations, p50, ms', filterMs, 50],
  ['facet violations, p50, ms', facetMs, 50],
  ['plan of a property with rules, p50, ms', planMs, 2000],
  ['ingest without rules, µs of processor per entity', quantile(costs.plain, 0.5), Infinity],
  ['ingest with 20 enforced rules, as a share of it', quantile(ratios, 0.5), 1.1],
];
for (const [what, value, limit] of figures) {
  const bound = limit === Infinity ? '' : ` (limit ${limit})`;
  console.log(`${value > limit ? 'ABOVE ' : ''}${what}: ${round(value)}${bound}`);
  if (value > limit) process.exitCode = 1;
}
console.log(
  `${ENTITIES} entities, ${machine.cores} cores, ${machine.cpu}, idle before: ${machine.idle * 100} %`,
);
if (options.write) {
  const date = new Date().toISOString();
  const shown = Object.fromEntries(figures.map(([what, value]) => [what, round(value)]));
  const result = { date, commit: commitOfTree(), entities: ENTITIES, machine, figures: shown };
  const file = join(import.meta.dirname, 'results', `${date.slice(0, 10)}-rules.json`);
  writeFileSync(file, `${JSON.stringify(result, undefined, 2)}\n`);
}
