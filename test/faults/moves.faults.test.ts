import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogProcesses } from '../scale/catalog-processes.ts';
import { SEED } from '../support/effort.ts';
import { datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import { startPostgres } from '../support/engines/postgres-database.ts';
import { TcpSwitch } from '../support/engines/tcp-switch.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import { until } from '../support/until.ts';
import { AcknowledgedWrites, type Call } from './acknowledged-writes.ts';
import { expectRecovery } from './observed-catalog.ts';
import { OpenSearchEngine } from './opensearch-engine.ts';

const BOTH = [0, 1];
const PREFIX = 'moves_';
const UPDATE = '/api/colophon/v1/system-update';
const DATASETS = '/openapi/v3/entity/dataset?async=false';
/** Gets the only own field with its first value, and gives it up to the other property, which comes too late. */
const FIRST = 'moves.first';
/**
 * Shown in filters, which takes precedence over properties of more datasets: the writes keep increasing their counts.
 */
const LATER = 'moves.later';
const HOLDERS = 600;
/** Datasets that have both properties and are rewritten repeatedly; only the move writes documents of the others. */
const BUSY = 30;
const list = (layout: number) => (text: string) => text.includes(`-state/_doc/columns-${layout}?`);
const state = (layout: number) => (text: string) => text.includes(`"layout":${layout},`);

/** Requests of a move in order; the process that sends one is killed, and another one continues from there. */
const MOMENTS: readonly (readonly [request: string, is: (text: string) => boolean])[] = [
  ['stores which fields to write twice', list(1)],
  ['announces it', state(1)],
  ['removes the aliases of the layout before', (text) => text.startsWith('POST /_aliases')],
  ['writes documents again', (text) => text.includes('moves.still')],
  ['stores the new places', list(2)],
  ['sends readers there', state(2)],
  ['stores that the move has ended', list(3)],
  ['announces it', state(3)],
];

/** Time for eight restarts, and twice the half minute in which reads of the old places end. */
const LIMIT_MS = 600_000;

/** Called with each request of a process to OpenSearch. */
let sent: (i: number, text: string) => void = () => undefined;
let engine: OpenSearchEngine;
let catalog: CatalogProcesses;

const everything = new AsyncDisposableStack();
beforeAll(async () => {
  const postgres = everything.use(await startPostgres());
  engine = everything.use(await OpenSearchEngine.start());
  const { host } = new URL(engine.url);
  const ways = await Promise.all(BOTH.map((i) => TcpSwitch.open(host, (text) => sent(i, text))));
  for (const way of ways) everything.use(way);
  const environment = {
    COLOPHON_STORE: await postgres.createDatabase(),
    COLOPHON_SEARCH_PREFIX: PREFIX,
    COLOPHON_SEARCH_MAPPED_PROPERTIES: '1',
  };
  const behind = (i: number): readonly string[] => ['env', `COLOPHON_SEARCH=http://${ways[i]?.address}`];
  catalog = everything.use(await CatalogProcesses.start(environment, BOTH.length, behind));
});
afterAll(() => everything.disposeAsync());

const filtered = (property: string, condition: string): string =>
  `searchAcrossEntities(input: { query: "*", types: [DATASET], count: 0, orFilters: [
    { and: [{ field: "structuredProperties.${property}", ${condition} }] }] }) { total }`;
const counted = (property: string): string =>
  `aggregateAcrossEntities(input: { query: "*", types: [DATASET], facets: ["structuredProperties.${property}"] }) {
    facets { aggregations { value count } } }`;
const QUESTIONS = `{
  any: ${filtered(FIRST, 'condition: EXISTS')}
  red: ${filtered(FIRST, 'condition: EQUAL, values: ["red"]')}
  colors: ${counted(FIRST)}
  all: ${filtered(LATER, 'condition: EXISTS')}
  one: ${filtered(LATER, 'condition: EQUAL, values: ["1"]')}
  above: ${filtered(LATER, 'condition: GREATER_THAN, values: ["0"]')}
  numbers: ${counted(LATER)}
}`;
const buckets = (values: readonly string[], count: number) => ({
  facets: [{ aggregations: values.map((value) => ({ value, count })) }],
});
/** Not changed by any write. */
const ANSWERS = {
  any: { total: BUSY },
  red: { total: BUSY / 2 },
  colors: buckets(['blue', 'red'], BUSY / 2),
  all: { total: HOLDERS },
  one: { total: HOLDERS / 3 },
  above: { total: (HOLDERS / 3) * 2 },
  numbers: buckets(['0.0', '1.0', '2.0'], HOLDERS / 3),
};

/** A dataset with the properties for its number; `round` makes writes differ. */
function holder(n: number, round: number): object {
  const color = { propertyUrn: propertyUrn(FIRST), values: [{ string: n % 2 === 0 ? 'red' : 'blue' }] };
  const number = { propertyUrn: propertyUrn(LATER), values: [{ double: n % 3 }] };
  return {
    urn: datasetUrn(`moves.${n < BUSY ? 'busy' : 'still'}${n}`),
    datasetProperties: { value: { name: `round ${round}` } },
    structuredProperties: { value: { properties: n < BUSY ? [color, number] : [number] } },
  };
}

/** Answers of a process; undefined if it was killed, or reports that it cannot answer. */
async function answersOf(call: Call): Promise<unknown> {
  const answer = await unlessUnavailable(call('POST', '/api/graphql', { query: QUESTIONS }));
  return jsonAt(answer?.json, 'errors') === undefined ? jsonAt(answer?.json, 'data') : undefined;
}

async function unlessUnavailable<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Fields with their own place, and whether fields are moving. */
async function fieldsOf(): Promise<{ readonly own: readonly string[]; readonly isMoving: boolean }> {
  const { layout } = (await stored('state')) as { readonly layout: number };
  const columns = await stored(layout === 0 ? 'columns' : `columns-${layout}`);
  return { own: jsonItems(columns, 'fields').map(String), isMoving: jsonAt(columns, 'move') !== undefined };
}

async function stored(id: string): Promise<unknown> {
  return jsonAt(await engine.ask('GET', `/${PREFIX}_state/_doc/${id}`), '_source', 'state');
}

describe('OpenSearch', () => {
  it(
    `has processes that die in each step of a move of properties (seed ${SEED})`,
    async () => {
      const starting = BOTH.map(() => Promise.resolve());
      const callOf =
        (i: number): Call =>
        async (...request) => {
          await starting[i];
          return catalog.call(i, ...request);
        };
      const succeed = async (...request: Parameters<Call>): Promise<void> => {
        const { json, status } = await catalog.call(0, ...request);
        expect(status, JSON.stringify(json)).toBeLessThan(300);
      };
      const define = (name: string, type: string, settings: object): Promise<void> =>
        succeed('POST', '/openapi/v3/entity/structuredProperty?async=false', [
          {
            urn: propertyUrn(name),
            propertyDefinition: { value: definition(name, { type }) },
            structuredPropertySettings: { value: settings },
          },
        ]);
      await define(FIRST, 'string', {});
      await define(LATER, 'number', { showInSearchFilters: true });
      const color = { propertyUrn: propertyUrn(FIRST), values: [{ string: 'red' }] };
      const alone = {
        urn: datasetUrn('moves.busy0'),
        structuredProperties: { value: { properties: [color] } },
      };
      await succeed('POST', DATASETS, [alone]);
      const holds = async (name: string): Promise<boolean> =>
        (await fieldsOf()).own.some((field) => field.endsWith(propertyUrn(name)));
      await until('the first property has its own field', () => holds(FIRST));
      await succeed(
        'POST',
        DATASETS,
        Array.from({ length: HOLDERS }, (_, n) => holder(n, 0)),
      );
      const writes = new AcknowledgedWrites('moves', SEED);
      await writes.begin(callOf(0));
      for (const i of BOTH) await expect.poll(() => answersOf(callOf(i))).toEqual(ANSWERS);

      const stop = new AbortController();
      const wrong: unknown[] = [];
      let right = 0;
      const use = async (i: number): Promise<void> => {
        for (let round = 1; !stop.signal.aborted; round++) {
          await writes.write(callOf(i));
          await unlessUnavailable(callOf(i)('POST', DATASETS, [holder(round % BUSY, round)]));
          const answers = await answersOf(callOf(i));
          if (isDeepStrictEqual(answers, ANSWERS)) right++;
          else if (answers !== undefined) wrong.push(answers);
        }
      };
      const used = BOTH.map(use);
      let deaths = 0;
      let survivor = 0;
      sent = (i, text) => {
        if (MOMENTS[deaths]?.[1](text) !== true) return;
        deaths++;
        survivor = 1 - i;
        // A starting process continues the move, too: it is killed once it has started.
        starting[i] = (starting[i] ?? Promise.resolve()).then(async () => {
          await catalog.end(i, 'SIGKILL');
          await catalog.startOne(i);
        });
      };
      /** A job that failed because an engine did not answer in time is restarted. */
      const isRunning = async (): Promise<boolean> => {
        const answer = await unlessUnavailable(callOf(survivor)('GET', UPDATE));
        return /waiting|running/.test(String(jsonAt(answer?.json, 'state')));
      };
      for (const [n, [request]] of MOMENTS.entries()) {
        await until(`a process ${request}`, async () => {
          if (deaths === n && !(await isRunning())) {
            await unlessUnavailable(callOf(survivor)('POST', UPDATE, { step: 'move-columns' }));
          }
          return deaths > n;
        });
        await Promise.all(starting);
        const before = { acknowledged: writes.acknowledged, right };
        await until(
          'writes and answers continue',
          () => writes.acknowledged > before.acknowledged + 3 && right > before.right + 3,
        );
      }
      await until('the move has ended', async () => !(await isRunning()) && !(await fieldsOf()).isMoving);
      stop.abort();
      await Promise.all(used);

      expect(wrong).toEqual([]);
      expect({ ...(await fieldsOf()), first: await holds(FIRST), later: await holds(LATER) }).toMatchObject({
        isMoving: false,
        first: false,
        later: true,
      });
      await expectRecovery(catalog, writes, BOTH);
      for (const i of BOTH) expect(await answersOf(callOf(i))).toEqual(ANSWERS);
    },
    LIMIT_MS,
  );
});
