import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, withToken, writeAspect } from '../../support/test-actors.ts';

const ROUTE = '/api/colophon/v1/proposals';
const ORDERS = datasetUrn('shop.orders');
const SALES = 'urn:li:domain:sales';
const FINANCE = 'urn:li:domain:finance';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
let editor: TestServer;
/** A propose-only token of an administrator. */
let agent: TestServer;

beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
  for (const urn of [SALES, FINANCE]) await writeAspect(server, urn, 'domainProperties', { name: urn });
  await client.define('amount', { type: 'number' });
  editor = await addActor(server, 'edith', { roles: ['Editor'] });
  await addActor(server, 'robot', { roles: ['Admin'] });
  agent = await withToken(server, userUrn('robot'), { proposeOnly: true });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.request('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(ORDERS)}`);
  await client.dataset('shop.orders');
});

const setDomains = (...domains: readonly string[]) => writeAspect(server, ORDERS, 'domains', { domains });

/** Proposes a change of the asset by an editor. */
async function propose(change: object): Promise<string> {
  const edit = { urns: [ORDERS], changes: [change] };
  const { json, status, text } = await editor.request('POST', ROUTE, { title: 't', edit });
  expect(status, text).toBe(201);
  return json.id;
}

/** Sends a write that must be held; resolves with the id of the proposal. */
async function held(method: string, path: string, body: unknown): Promise<string> {
  const { headers, status, text } = await agent.request(method, path, body);
  expect(status, text).toBe(403);
  return headers.get('x-colophon-proposal')?.split(':').at(-1) ?? '';
}

async function conflicts(id: string): Promise<readonly boolean[]> {
  const items: readonly { readonly conflict: boolean }[] = (await editor.request('GET', `${ROUTE}/${id}`))
    .json.items;
  return items.map(({ conflict }) => conflict);
}

async function approve(id: string, as = editor): Promise<void> {
  const { status, text } = await as.request('POST', `${ROUTE}/${id}/approve`, {});
  expect(status, text).toBe(200);
}

const stored = async (urn: string, aspect: string) =>
  (await server.request('GET', aspectPath(urn, aspect, 'v3'))).json.value;

describe('no conflict', () => {
  it('is a domain that somebody else has set meanwhile', async () => {
    const id = await propose({ field: 'domain', action: 'set', values: [SALES] });
    await setDomains(SALES);
    expect(await conflicts(id)).toEqual([false]);
    await setDomains(FINANCE);
    expect(await conflicts(id)).toEqual([true]);
    await setDomains(SALES);
    await approve(id);
    expect((await stored(ORDERS, 'domains')).domains).toEqual([SALES]);
  });

  it('is an empty list where there was nothing, and the other way round', async () => {
    const id = await propose({ field: 'domain', action: 'set', values: [SALES] });
    await setDomains(FINANCE);
    await setDomains();
    expect(await conflicts(id)).toEqual([false]);
    await approve(id);
    expect((await stored(ORDERS, 'domains')).domains).toEqual([SALES]);
  });

  it('is a number that was proposed as text and has been set meanwhile', async () => {
    const urn = propertyUrn('amount');
    const value = { propertyUrn: urn, values: [{ string: '5' }] };
    const whole = await held('POST', aspectPath(ORDERS, 'structuredProperties'), { properties: [value] });
    const patch = [{ op: 'add', path: `/properties/${urn}`, value }];
    const part = await held('PATCH', aspectPath(ORDERS, 'structuredProperties'), {
      arrayPrimaryKeys: { properties: ['propertyUrn'] },
      patch,
    });
    await client.assign(ORDERS, { amount: [{ double: 5 }] });
    expect([await conflicts(whole), await conflicts(part)]).toEqual([[false], [false]]);
    await approve(part);
    await client.assign(ORDERS, { amount: [{ double: 6 }] });
    expect(await conflicts(whole)).toEqual([true]);
  });
});

describe('the author of an approved change is the approver', () => {
  it('of a deprecation', async () => {
    const id = await propose({ field: 'deprecation', action: 'set', values: ['Use another.'] });
    await approve(id, server);
    expect(await stored(ORDERS, 'deprecation')).toMatchObject({
      note: 'Use another.',
      actor: userUrn('datahub'),
    });
  });

  it('of a definition', async () => {
    const urn = propertyUrn('amount');
    const value = {
      ...definition('amount', { type: 'number' }),
      description: 'In euros.',
      lastModified: { time: 1, actor: userUrn('robot') },
    };
    const id = await held('POST', aspectPath(urn, 'propertyDefinition'), value);
    await approve(id, server);
    expect(await stored(urn, 'propertyDefinition')).toMatchObject({
      description: 'In euros.',
      lastModified: { actor: userUrn('datahub') },
    });
  });
});
