import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor, matching, userUrn, withToken, writePolicy } from '../../support/test-actors.ts';

const ROUTE = '/api/colophon/v1/proposals';
const TAG = 'urn:li:tag:held';
const [A, B, HIDDEN] = ['a', 'b', 'hidden'].map((name) => datasetUrn(`parts.${name}`)) as [
  string,
  string,
  string,
];
const OPEN = propertyUrn('open');
const VEILED = propertyUrn('veiled');

let server: TestServer;
let client: ReturnType<typeof clientOf>;
/** Edits what it sees: neither the dataset HIDDEN nor values of the property VEILED. */
let nina: TestServer;
/** A propose-only token of nina. */
let ninasAgent: TestServer;
/** A propose-only token of somebody who may edit everything. */
let agent: TestServer;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
  for (const name of ['open', 'veiled']) await client.define(name);
  for (const name of ['a', 'b', 'hidden']) await client.dataset(`parts.${name}`);
  await client.post(TAG, 'tagProperties', { name: 'held' });
  const resources = {
    filter: matching('URN', [HIDDEN], 'NOT_EQUALS'),
    privilegeConstraints: matching('URN', [VEILED], 'NOT_EQUALS'),
  };
  const actors = { allUsers: true, allGroups: false, resourceOwners: false };
  const privileges = ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY_TAGS', 'EDIT_ENTITY_PROPERTIES'];
  await writePolicy(server, 'view-entity-page-all', { privileges, actors, resources });
  nina = await addActor(server, 'nina');
  ninasAgent = await withToken(server, userUrn('nina'), { proposeOnly: true });
  agent = await addActor(server, 'edith', { roles: ['Admin'], token: { proposeOnly: true } });
});
afterAll(() => server.stop());

function idOf({ headers, text }: Answer): string {
  const urn = headers.get('x-colophon-proposal');
  expect(urn, text).not.toBeNull();
  return urn?.split(':').at(-1) ?? '';
}

/** Proposes one write of the same value to each of these entities. */
async function held(urns: readonly string[], aspectName: string, value: object, as = agent): Promise<string> {
  const proposals = urns.map((entityUrn) => ({
    entityUrn,
    entityType: 'dataset',
    aspectName,
    changeType: 'UPSERT',
    aspect: { contentType: 'application/json', value: JSON.stringify(value) },
  }));
  return idOf(await as.request('POST', '/aspects?action=ingestProposalBatch', { proposals, async: 'false' }));
}

function patch(as: TestServer, urn: string, operations: readonly object[], arrayPrimaryKeys?: object) {
  return as.request('PATCH', aspectPath(urn, 'structuredProperties', 'v3'), {
    patch: operations,
    ...(arrayPrimaryKeys && { arrayPrimaryKeys }),
  });
}

const assignment = (propertyUrn: string, text: string) => ({ propertyUrn, values: [{ string: text }] });

describe('a proposal of which a part is hidden', () => {
  it('does not count it: neither by its title nor by ids of items', async () => {
    const id = await held([HIDDEN, A, HIDDEN.replace('hidden', 'b')], 'globalTags', { tags: [{ tag: TAG }] });
    const whole = await server.request('GET', `${ROUTE}/${id}`);
    expect([whole.json.title, whole.json.items.length]).toEqual(['Tags of 3 entities', 3]);
    const { json } = await nina.request('GET', `${ROUTE}/${id}`);
    expect([json.title, json.items.length]).toEqual(['Tags of 2 entities', 2]);
    for (const { id: item } of json.items) expect(item).toMatch(/^[0-9a-f]{5}$/);
    const list = await nina.request('GET', ROUTE);
    expect(list.json.proposals.map(({ title }: { title: string }) => title)).toEqual(['Tags of 2 entities']);
    expect(list.text).not.toContain('of 3');
    const raw = await nina.request('GET', aspectPath(whole.json.urn, 'changeProposalInfo', 'v3'));
    expect(raw.text).not.toContain('of 3');
  });

  it('is in no list of relationships, from either end', async () => {
    const id = await held([A, HIDDEN], 'globalTags', { tags: [{ tag: TAG }] });
    const urn = `urn:li:changeProposal:${id}`;
    for (const [direction, of] of [
      ['INCOMING', HIDDEN],
      ['INCOMING', A],
      ['OUTGOING', urn],
    ] as const) {
      const path = `/relationships?direction=${direction}&urn=${encodeURIComponent(of)}`;
      for (const types of ['', '&types=List(ProposalOn)']) {
        const { json, status, text } = await nina.request('GET', `${path}${types}`);
        expect([status, json.total, text]).toEqual([200, 0, expect.not.stringContaining(id)]);
      }
    }
    await agent.request('POST', `${ROUTE}/${id}/withdraw`, {});
  });

  it('has an id that does not depend on what it changes', async () => {
    const id = await held([A, HIDDEN], 'structuredProperties', { properties: [assignment(OPEN, 'guessed')] });
    const again = await held([A, HIDDEN], 'structuredProperties', {
      properties: [assignment(OPEN, 'guessed')],
    });
    expect(again).toBe(id);
    const { json } = await server.request('GET', `${ROUTE}/${id}`);
    const content = json.items
      .map((item: { urn: string; path: string[] }) => JSON.stringify(item))
      .join('\n');
    expect(id).not.toBe(
      createHash('sha256').update(`${json.proposer} 0 ${content}`).digest('hex').slice(0, 20),
    );
    await agent.request('POST', `${ROUTE}/${id}/withdraw`, {});
    const later = await held([A, HIDDEN], 'structuredProperties', {
      properties: [assignment(OPEN, 'guessed')],
    });
    expect(later).not.toBe(id);
    await agent.request('POST', `${ROUTE}/${later}/withdraw`, {});
  });
});

describe('values of a hidden property', () => {
  it('are neither changed nor in conflict when all values that one sees are replaced', async () => {
    await client.assign(A, { open: [{ string: 'red' }], veiled: [{ string: 'first' }] });
    const id = await held(
      [A],
      'structuredProperties',
      { properties: [assignment(OPEN, 'blue')] },
      ninasAgent,
    );
    const before = await nina.request('GET', `${ROUTE}/${id}`);
    expect(before.json.items).toMatchObject([{ path: ['properties', OPEN], conflict: false }]);
    await client.assign(A, { open: [{ string: 'red' }], veiled: [{ string: 'second' }] });
    const after = await nina.request('GET', `${ROUTE}/${id}`);
    expect(after.json).toEqual(before.json);
    const full = await server.request('GET', `${ROUTE}/${id}`);
    expect(full.text).not.toContain(VEILED);
    const approved = await server.request('POST', `${ROUTE}/${id}/approve`, {});
    expect(approved.status, approved.text).toBe(200);
    expect(await client.values(A)).toEqual({ open: [{ string: 'blue' }], veiled: [{ string: 'second' }] });
  });

  it('cannot be tested for', async () => {
    await client.assign(A, { veiled: [{ string: 'there' }] });
    await client.assign(B, { open: [{ string: 'green' }] });
    const answers = await Promise.all(
      [A, B].map(async (urn, i) => {
        const answer = await patch(ninasAgent, urn, [
          { op: 'test', path: `/properties/${VEILED}`, value: null },
          { op: 'add', path: `/properties/${OPEN}`, value: assignment(OPEN, `tested ${i}`) },
        ]);
        const { json } = await nina.request('GET', `${ROUTE}/${idOf(answer)}`);
        return [answer.status, json.items.map((item: { conflict: boolean }) => item.conflict)];
      }),
    );
    expect(answers).toEqual([
      [403, [false]],
      [403, [false]],
    ]);
  });

  it('are shown in no item, however a patch names them', async () => {
    const ways: readonly (readonly [string, object | undefined])[] = [
      ['/properties/-', undefined],
      [`/properties/x/${VEILED}`, { properties: ['values', 'propertyUrn'] }],
      [`/properties/${userUrn('s')}/${VEILED}`, { properties: ['attribution␟source', 'propertyUrn'] }],
      ['/properties', undefined],
    ];
    for (const [i, [path, keys]] of ways.entries()) {
      const attribution = { source: userUrn('s'), time: 1, actor: userUrn('edith') };
      const value = { ...assignment(VEILED, `secret ${i}`), attribution };
      const open = { op: 'add', path: `/properties/${OPEN}`, value: assignment(OPEN, `open ${i}`) };
      const hidden = { op: 'add', path, value: path === '/properties' ? [value] : value };
      const answer = await patch(agent, B, keys === undefined ? [hidden, open] : [hidden], keys);
      const id = idOf(answer);
      const full = await server.request('GET', `${ROUTE}/${id}`);
      expect(full.text).toContain(`secret ${i}`);
      const { text } = await nina.request('GET', `${ROUTE}/${id}`);
      expect(text).not.toContain('secret');
      expect(text).not.toContain(VEILED);
      await agent.request('POST', `${ROUTE}/${id}/withdraw`, {});
    }
  });
});

describe('a write that is held', () => {
  it('is never dropped, also where what it puts is not found at its path', async () => {
    const answer = await agent.request('PATCH', aspectPath(B, 'globalTags', 'v3'), {
      patch: [{ op: 'add', path: '/tags/-', value: { tag: TAG } }],
    });
    const id = idOf(answer);
    const approved = await server.request('POST', `${ROUTE}/${id}/approve`, {});
    expect(approved.status, approved.text).toBe(200);
    expect((await server.request('GET', aspectPath(B, 'globalTags', 'v3'))).text).toContain(TAG);
  });
});

describe('a later user with the name of a removed proposer', () => {
  it('does not inherit what the proposer has proposed', async () => {
    const former = await addActor(server, 'fred', { roles: ['Editor'] });
    const edit = { urns: [HIDDEN], changes: [{ field: OPEN, action: 'set', values: ['former'] }] };
    const { json } = await former.request('POST', ROUTE, { title: 'A secret', edit });
    expect((await former.request('GET', `${ROUTE}?for=me`)).json.total).toBe(1);
    await server.graphql(`mutation { removeUser(urn: "${userUrn('fred')}") }`);
    const later = await addActor(server, 'fred');
    expect((await later.request('GET', `${ROUTE}?for=me`)).json).toEqual({ proposals: [], total: 0 });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/withdraw'],
    ] as const) {
      const body = method === 'GET' ? undefined : {};
      expect((await later.request(method, `${ROUTE}/${json.id}${path}`, body)).status).toBe(404);
    }
    const own = await later.request('POST', ROUTE, {
      title: 'Mine',
      edit: { urns: [A], changes: [{ field: OPEN, action: 'set', values: ['later'] }] },
    });
    expect(own.status, own.text).not.toBe(404);
  });
});

describe('what one has just done', () => {
  it('is answered by a proposal to a token that sees no proposals', async () => {
    const narrow = await withToken(server, userUrn('edith'), { entityTypes: ['dataset'] });
    const { json, status, text } = await narrow.request('POST', ROUTE, {
      title: 'Narrow',
      edit: { urns: [A], changes: [{ field: OPEN, action: 'set', values: ['narrow'] }] },
    });
    expect(status, text).toBe(201);
    expect((await narrow.request('GET', `${ROUTE}/${json.id}`)).status).toBe(404);
  });

  it('is answered by an approval that hides the entity from the approver', async () => {
    const privileges = ['VIEW_ENTITY_PAGE', 'EDIT_DOMAINS_PRIVILEGE'];
    const domain = 'urn:li:domain:away';
    await client.post(domain, 'domainProperties', { name: 'away' });
    await client.dataset('parts.moved');
    const moved = datasetUrn('parts.moved');
    await client.post(moved, 'domains', { domains: ['urn:li:domain:home'] });
    await writePolicy(server, 'at-home', {
      privileges,
      actors: { allUsers: false, allGroups: false, resourceOwners: false, users: [userUrn('dora')] },
      resources: { filter: matching('DOMAIN', ['urn:li:domain:home']) },
    });
    await writePolicy(server, 'view-entity-page-all', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { allUsers: true, allGroups: false, resourceOwners: false },
      resources: { filter: matching('URN', ['urn:li:domain:', 'urn:li:changeProposal:'], 'STARTS_WITH') },
    });
    const dora = await addActor(server, 'dora');
    const id = await held([moved], 'domains', { domains: [domain] });
    const approved = await dora.request('POST', `${ROUTE}/${id}/approve`, {});
    expect([approved.status, approved.json.state, approved.json.items], approved.text).toEqual([
      200,
      'APPROVED',
      [],
    ]);
  });
});
