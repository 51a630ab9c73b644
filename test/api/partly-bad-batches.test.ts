import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';
import { addActor, matching, userUrn, writePolicy } from '../support/test-actors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** One write of a batch: an aspect with a value, and its expected error. */
interface Item {
  readonly aspect: string;
  readonly value: unknown;
  readonly urn?: string;
  readonly problem?: string;
}

const GOOD: Item = { aspect: 'status', value: { removed: false } };
const UNDEFINED_PROPERTY = {
  properties: [{ propertyUrn: 'urn:li:structuredProperty:nobody.defined', values: [{ string: 'x' }] }],
};
const BAD: readonly Item[] = [
  { aspect: 'status', value: { removed: 'perhaps' }, problem: 'removed' },
  { aspect: 'cost', value: { costType: 'ORG_COST_TYPE', cost: {} }, problem: 'cost' },
  { aspect: 'nosuchAspect', value: {}, problem: 'nosuchAspect' },
  { aspect: 'status', value: 7, problem: 'JSON object' },
  { aspect: 'status', value: {}, urn: 'urn:li:dataset:(urn:li:dataPlatform:hive', problem: 'Invalid urn' },
  { aspect: 'structuredProperties', value: UNDEFINED_PROPERTY, problem: 'nobody.defined' },
];

interface Placed extends Item {
  readonly urn: string;
}

type Send = (items: readonly Placed[], isAsync: boolean) => Promise<Answer>;

const element = ({ urn, aspect, value }: Placed) => ({ urn, [aspect]: { value } });

const proposal = ({ urn, aspect, value }: Placed) => ({
  entityType: 'dataset',
  entityUrn: urn,
  changeType: 'UPSERT',
  aspectName: aspect,
  aspect: { contentType: 'application/json', value: JSON.stringify(value) },
});

const WAYS: Readonly<Record<string, Send>> = {
  'Rest.li': (items, isAsync) =>
    server.request('POST', '/aspects?action=ingestProposalBatch', {
      proposals: items.map(proposal),
      async: String(isAsync),
    }),
  'OpenAPI v3': (items, isAsync) =>
    server.request('POST', `/openapi/v3/entity/dataset?async=${isAsync}`, items.map(element)),
  'OpenAPI v3, any type': (items, isAsync) =>
    server.request('POST', `/openapi/v3/entity/generic?async=${isAsync}`, { dataset: items.map(element) }),
};

async function isStored(urn: string): Promise<boolean> {
  return (await server.request('GET', aspectPath(urn, 'status', 'v3'))).status === 200;
}

let batches = 0;
/** Gives each item a separate entity, or the invalid ones the entity of the previous item. */
function place(items: readonly Item[], sharesEntity: boolean): readonly Placed[] {
  batches++;
  return items.map((item, i) => ({
    ...item,
    urn: item.urn ?? datasetUrn(`batch.${batches}.${sharesEntity && item !== GOOD ? i - 1 : i}`),
  }));
}

const batch = fc
  .tuple(
    fc.array(fc.oneof(fc.constant(GOOD), fc.constantFrom(...BAD)), { minLength: 2, maxLength: 12 }),
    fc.boolean(),
  )
  .filter(([items]) => items.some((item) => item !== GOOD) && items.includes(GOOD));

describe.each(Object.keys(WAYS))('a batch with bad writes over %s', (way) => {
  const send: Send = (items, isAsync) => WAYS[way]?.(items, isAsync) ?? Promise.reject(new Error(way));

  it('stores every valid one and names every invalid one if it is asynchronous', async () => {
    await fc.assert(
      fc.asyncProperty(batch, async ([items, sharesEntity]) => {
        const placed = place(items, sharesEntity);
        const answer = await send(placed, true);
        const bad = placed.flatMap((item, index) => (item.problem === undefined ? [] : [{ index, ...item }]));
        expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
        expect(answer.json.problems).toEqual(
          bad.map(({ index, problem }) =>
            expect.objectContaining({ index, message: expect.stringContaining(problem ?? '') }),
          ),
        );
        expect(answer.json.message).toContain(
          `${bad.length} of ${placed.length} changes refused, the others are written. [${bad[0]?.index}] `,
        );
        for (const { urn, problem } of placed) {
          if (problem === undefined) expect(await isStored(urn)).toBe(true);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('stores nothing if it is synchronous', async () => {
    for (const bad of BAD) {
      const placed = place([GOOD, bad, GOOD], false);
      const answer = await send(placed, false);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.json.message).not.toContain('the others are written');
      expect(await Promise.all([placed[0], placed[2]].map((one) => isStored(one?.urn ?? '')))).toEqual([
        false,
        false,
      ]);
    }
  });

  it('is refused as a whole if all writes are invalid', async () => {
    const [wrong = GOOD] = BAD;
    const { status, json } = await send(place([wrong], false), true);
    expect([status, json.message]).toEqual([
      way === 'Rest.li' ? 422 : 400,
      expect.stringContaining('"perhaps" cannot be coerced'),
    ]);
    const both = await send(place([wrong, wrong], false), true);
    expect(both.json.message).toContain('2 of 2 changes refused, nothing is written.');
  });
});

it('a strict asynchronous batch is written completely or not at all', async () => {
  const [wrong = GOOD] = BAD;
  const placed = place([GOOD, wrong], false);
  const answer = await server.request(
    'POST',
    '/aspects?action=ingestProposalBatch',
    { proposals: placed.map(proposal), async: 'true' },
    { 'x-colophon-strict': 'true' },
  );
  expect([answer.status, await isStored(placed[0]?.urn ?? '')]).toEqual([422, false]);
});

it('a batch that the caller has no right to is refused whole', async () => {
  const allowed = datasetUrn('batch.allowed');
  const clerk = await addActor(server, 'clerk');
  await writePolicy(server, 'batches', {
    privileges: ['EDIT_ENTITY', 'CREATE_ENTITY', 'VIEW_ENTITY_PAGE'],
    actors: { users: [userUrn('clerk')] },
    resources: { filter: matching('URN', [allowed]) },
  });
  const proposals = [allowed, datasetUrn('batch.forbidden')].map((urn) => proposal({ ...GOOD, urn }));
  const send = (list: readonly unknown[]) =>
    clerk.request('POST', '/aspects?action=ingestProposalBatch', { proposals: list, async: 'true' });
  expect((await send(proposals)).status).toBe(403);
  expect(await isStored(allowed)).toBe(false);
  const wrong = proposal({ ...GOOD, urn: allowed, value: { removed: 'perhaps' } });
  expect((await send([...proposals, wrong])).status).toBe(403);
});

it('an entity that must not exist is created whole', async () => {
  const urn = datasetUrn('batch.created');
  const aspects = {
    status: { value: { removed: false } },
    datasetProperties: { value: { name: 'a' } },
  };
  const path = '/openapi/v3/entity/dataset?async=true&createEntityIfNotExists=true';
  const answer = await server.request('POST', path, [
    { urn, ...aspects },
    { urn: datasetUrn('batch.wrong'), status: { value: { removed: 'perhaps' } } },
  ]);
  expect(answer.json.problems).toHaveLength(1);
  const { json } = await server.request('GET', aspectPath(urn, 'datasetProperties', 'v3'));
  expect(json.value.name).toBe('a');
});
