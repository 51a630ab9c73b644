/**
 * Measures latency and memory of the nine queries at several catalog sizes and numbers of properties.
 *
 *   node bench/growth.ts [--sizes 10000,100000,1000000,4000000,10000000] [--properties 10,1000,10000] [--no-write]
 *
 * The properties are sparse, each on a thousandth of 100,000 entities. Each catalog is newly loaded, and queried in the
 * process that loaded it. Writes a results file and the plot to bench/results.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { takeTurn } from './systems/contender.ts';
import { growthPlot, type Growth } from './growth-plot.ts';
import type { HttpClient } from './systems/http-client.ts';
import { loadColophon } from './measurements/load-colophon.ts';
import { commitOfTree, describeMachine, residentMiB } from './measurements/machine.ts';
import { measureQuestion, variantsOf } from './measurements/measure-question.ts';
import { RunScope } from './systems/run-scope.ts';
import { startAndAsk } from './measurements/measure-starts.ts';
import { stopColophon, type ColophonServer } from './systems/colophon-server.ts';
import { quantile, round } from './measurements/statistics.ts';
import { QUERIES, entity } from './workload.mjs';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000,4000000' },
    properties: { type: 'string', default: '10,1000,10000' },
    write: { type: 'boolean', default: true },
  },
});
const numbers = (list: string): number[] => list.split(',').filter(Boolean).map(Number);
const METHOD = { timedRequests: 200, throughputSeconds: 1, clients: 8 };
/** Size of the catalogs with many properties. */
const SPARSE_ENTITIES = 100_000;
const BATCH = 500;

const propertyName = (n: number): string => `growth.p${n}`;

/** Defines the properties and assigns each to a thousandth of the entities: a hundred, evenly spread. */
async function addProperties(client: HttpClient, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const qualifiedName = propertyName(n);
    const urn = encodeURIComponent(`urn:li:structuredProperty:${qualifiedName}`);
    const definition = {
      qualifiedName,
      valueType: 'urn:li:dataType:datahub.string',
      cardinality: 'SINGLE',
      entityTypes: ['urn:li:entityType:datahub.dataset'],
    };
    await client.post(
      `/openapi/v2/entity/structuredProperty/${urn}/propertyDefinition`,
      JSON.stringify(definition),
    );
  }
  const perEntity = Math.max(1, Math.round(count / 1000));
  for (let from = 0; from < SPARSE_ENTITIES; from += BATCH) {
    const body = Array.from({ length: BATCH }, (_, i) => {
      const at = from + i;
      // With fewer than a thousand properties, only some entities have one.
      const first = (at * perEntity) % Math.max(1000, count);
      const names = Array.from({ length: perEntity }, (_, k) => first + k).filter((n) => n < count);
      const patch = names.map((n) => ({
        op: 'add',
        path: `/properties/urn:li:structuredProperty:${propertyName(n)}`,
        value: {
          propertyUrn: `urn:li:structuredProperty:${propertyName(n)}`,
          values: [{ string: `v${at % 7}` }],
        },
      }));
      return {
        urn: entity(at).urn,
        structuredProperties: { value: { patch, arrayPrimaryKeys: { properties: ['propertyUrn'] } } },
      };
    }).filter(({ structuredProperties }) => structuredProperties.value.patch.length > 0);
    if (body.length > 0)
      await client.send('PATCH', '/openapi/v3/entity/dataset?async=false', JSON.stringify(body));
  }
}

/** Median latency of a request after a warm-up, ms. */
async function medianOf(ask: (n: number) => Promise<string>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < METHOD.timedRequests + 20; n++) {
    const started = performance.now();
    const text = await ask(n);
    if (text.includes('"errors":')) throw new Error(text.slice(0, 500));
    if (n >= 20) times.push(performance.now() - started);
  }
  return round(quantile(times, 0.5));
}

async function askSparse(client: HttpClient, count: number): Promise<NonNullable<Growth['sparse']>> {
  const field = (n: number): string => `structuredProperties.${propertyName(n % count)}`;
  const post = (query: string, input: object): Promise<string> =>
    client.post(
      '/api/graphql',
      JSON.stringify({ query, variables: { input: { types: ['DATASET'], query: '*', ...input } } }),
    );
  const page =
    'query($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { total searchResults { entity { urn } } } }';
  const facet =
    'query($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { aggregations { value count } } } }';
  return {
    filterMs: await medianOf((n) =>
      post(page, {
        count: 20,
        orFilters: [{ and: [{ field: field(n), condition: 'EQUAL', values: ['v3'] }] }],
      }),
    ),
    facetMs: await medianOf((n) => post(facet, { facets: [field(n)] })),
  };
}

async function askAll(server: ColophonServer, client: HttpClient): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const question of Object.keys(QUERIES)) {
    const { milliseconds } = await measureQuestion(server, client, variantsOf(server, question), METHOD);
    found[question] = round(quantile(milliseconds, 0.5));
  }
  return found;
}

async function measure(entities: number, properties: number): Promise<Growth> {
  using scope = new RunScope();
  const folder = scope.subfolder('data');
  const { server } = await startAndAsk(scope, folder);
  const growth = await takeTurn(server, async (client) => {
    const { entitiesPerSecond, perSecondByHalfMillion } = await loadColophon(server, client, entities);
    if (properties > 0) await addProperties(client, properties);
    const p50Ms = await askAll(server, client);
    const sparse = properties > 0 ? await askSparse(client, properties) : undefined;
    return {
      entitiesPerSecond,
      perSecondByHalfMillion,
      p50Ms,
      ...(sparse && { sparse }),
      residentMiB: residentMiB(server.process.pid),
    };
  });
  await stopColophon(server, 'SIGTERM');
  const again = await startAndAsk(scope, folder);
  const { readyMs, firstAnswerMs } = again.times;
  await stopColophon(again.server, 'SIGTERM');
  const restart = { readyMs: Math.round(readyMs), firstAnswerMs: Math.round(firstAnswerMs) };
  const measured = { entities, properties, restart, ...growth };
  console.log(measured);
  return measured;
}

const machine = await describeMachine();
const bySize: Growth[] = [];
for (const size of numbers(options.sizes)) bySize.push(await measure(size, 0));
const byProperties: Growth[] = [];
for (const count of numbers(options.properties)) byProperties.push(await measure(SPARSE_ENTITIES, count));
const result = {
  date: new Date().toISOString(),
  commit: commitOfTree(),
  machine,
  method: METHOD,
  bySize,
  byProperties,
};
if (options.write) {
  const base = join(import.meta.dirname, 'results', `${result.date.slice(0, 10)}-growth`);
  writeFileSync(`${base}.json`, `${JSON.stringify(result, undefined, 2)}\n`);
  writeFileSync(`${base}.svg`, growthPlot(bySize));
}
process.exit(0);
