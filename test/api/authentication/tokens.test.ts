import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let now = Date.UTC(2026, 0, 1);
beforeAll(async () => {
  server = await startServer({ environment: { now: () => now++ } });
});
afterAll(() => server.stop());

const ROOT = 'urn:li:corpuser:datahub';
const TOKENS = '/api/colophon/v1/tokens';

async function issue(actorUrn: string, more: Record<string, unknown> = {}) {
  const body = { name: 'test', actorUrn, durationMs: null, ...more };
  const { status, json, text } = await server.request('POST', TOKENS, body);
  expect(status, text).toBe(201);
  return json as { id: string; token: string };
}

/** A request of each protocol. */
const REQUESTS = [
  ['GET', '/config'],
  ['POST', '/api/graphql', { query: '{ me { corpUser { urn } } }' }],
  ['GET', '/openapi/operations/identity/user/urn?skipCache=true'],
  ['GET', '/openapi/v3/entity/dataset/urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)'],
  ['GET', '/entitiesV2/urn%3Ali%3Atag%3At'],
  ['POST', '/entities?action=exists', { urn: 'urn:li:tag:t' }],
  ['GET', TOKENS],
] as const;

/** Whether the server accepts the token: the status distinguishes that from missing rights of the actor. */
async function isKnown(token: string): Promise<boolean> {
  const answers = await Promise.all(
    REQUESTS.map(([method, path, body]) =>
      server.request(method, path, body, { authorization: `Bearer ${token}` }),
    ),
  );
  const known = answers.map(({ status }) => status !== 401);
  expect(new Set(known).size, known.join()).toBe(1);
  return known[0] === true;
}

function write(urn: string, aspect: string, value: unknown) {
  const path = `/openapi/v2/entity/${urn.split(':')[2] ?? ''}/${encodeURIComponent(urn)}/${aspect}`;
  return server.request('POST', path, value);
}

describe('a token', () => {
  it('stops working when its user is suspended, and works again afterwards', async () => {
    const user = 'urn:li:corpuser:suspended';
    const { token } = await issue(user);
    const status = (text: string) =>
      write(user, 'corpUserStatus', { status: text, lastModified: { time: 1, actor: ROOT } });
    expect(await isKnown(token)).toBe(true);
    expect((await status('SUSPENDED')).status).toBe(200);
    expect(await isKnown(token)).toBe(false);
    const refused = await server.request('GET', '/config', undefined, { authorization: `Bearer ${token}` });
    expect(refused.json.message).toContain(`${user} is suspended`);
    const own = await server.request('GET', '/openapi/operations/identity/user/urn', undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(own.status).toBe(401);
    expect((await status('ACTIVE')).status).toBe(200);
    expect(await isKnown(token)).toBe(true);
  });

  it('stops working when its user is soft-deleted or deleted, also for the next user with the name', async () => {
    const user = 'urn:li:corpuser:gone';
    const { token } = await issue(user);
    expect((await write(user, 'status', { removed: true })).status).toBe(200);
    expect(await isKnown(token)).toBe(false);
    expect((await write(user, 'status', { removed: false })).status).toBe(200);
    expect(await isKnown(token)).toBe(true);
    const path = `/openapi/v3/entity/corpuser/${encodeURIComponent(user)}`;
    expect((await server.request('DELETE', path)).status).toBe(200);
    expect(await isKnown(token)).toBe(false);
    expect((await write(user, 'corpUserInfo', { active: true })).status).toBe(200);
    expect(await isKnown(token)).toBe(false);
    const { token: later } = await issue(user);
    expect(await isKnown(later)).toBe(true);
  });

  it.each([
    ['Rest.li', (urn: string) => server.request('POST', '/entities?action=delete', { urn })],
    [
      'GraphQL',
      (urn: string) =>
        server.request('POST', '/api/graphql', { query: `mutation { removeUser(urn: "${urn}") }` }),
    ],
  ])('stops working when its user is deleted by %s', async (how, remove) => {
    const user = `urn:li:corpuser:deleted-by-${how}`;
    const { token } = await issue(user);
    expect(await isKnown(token)).toBe(true);
    expect((await remove(user)).status).toBe(200);
    expect(await isKnown(token)).toBe(false);
  });

  it('is direct if it is created so, by REST and by GraphQL, and then neither read-only nor unrestricted', async () => {
    const { id, token } = await issue(ROOT, { direct: true });
    expect((await server.request('GET', `${TOKENS}/${id}`)).json).toMatchObject({
      direct: true,
      readOnly: false,
    });
    const plain = await issue(ROOT);
    expect((await server.request('GET', `${TOKENS}/${plain.id}`)).json).toMatchObject({ direct: false });
    const create =
      'mutation($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { metadata { direct readOnly } } }';
    const input = { type: 'PERSONAL', actorUrn: ROOT, duration: 'ONE_HOUR', name: 'direct', direct: true };
    const { json } = await server.request('POST', '/api/graphql', { query: create, variables: { input } });
    expect(json.data.createAccessToken.metadata).toEqual({ direct: true, readOnly: false });
    const body = { name: 'test', actorUrn: ROOT, durationMs: null, direct: true };
    const both = await server.request('POST', TOKENS, { ...body, readOnly: true });
    expect(both.json.message).toBe(
      "A token cannot be both 'readOnly' and 'direct': it writes nothing. Choose one.",
    );
    expect(both.status).toBe(400);
    const more = await server.request('POST', TOKENS, body, { authorization: `Bearer ${token}` });
    expect(more.status).toBe(403);
  });

  it('only proposes if it is created so by GraphQL, which lists it so', async () => {
    const create =
      'mutation($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { metadata { id proposeOnly readOnly } } }';
    const input = {
      type: 'PERSONAL',
      actorUrn: ROOT,
      duration: 'ONE_HOUR',
      name: 'proposes',
      proposeOnly: true,
    };
    const { json } = await server.request('POST', '/api/graphql', { query: create, variables: { input } });
    const { id, ...metadata } = json.data.createAccessToken.metadata;
    expect(metadata).toEqual({ proposeOnly: true, readOnly: false });
    expect((await server.request('GET', `${TOKENS}/${id}`)).json).toMatchObject({ proposeOnly: true });
  });

  it('is not created for a user who cannot log in', async () => {
    const user = 'urn:li:corpuser:out';
    expect(await issue(user)).toMatchObject({ madeUser: true });
    expect(await issue(user)).toMatchObject({ madeUser: false });
    const refusal = async () => {
      const body = { name: 'test', actorUrn: user, durationMs: null };
      const { status, json } = await server.request('POST', TOKENS, body);
      return { status, message: json.message };
    };
    await write(user, 'corpUserStatus', { status: 'SUSPENDED', lastModified: { time: 1, actor: ROOT } });
    const suspended = `${user} is suspended, so a token would not be valid. Reactivate the user first.`;
    expect(await refusal()).toEqual({ status: 400, message: suspended });
    await write(user, 'corpUserStatus', { status: 'ACTIVE', lastModified: { time: 1, actor: ROOT } });
    await write(user, 'status', { removed: true });
    expect(await refusal()).toMatchObject({
      status: 400,
      message: expect.stringContaining('has been removed'),
    });
  });

  it('of the root actor always works: it cannot be suspended', async () => {
    const { token } = await issue(ROOT);
    const suspended = { status: 'SUSPENDED', lastModified: { time: 1, actor: ROOT } };
    expect((await write(ROOT, 'corpUserStatus', suspended)).status).toBe(403);
    expect(await isKnown(token)).toBe(true);
  });

  it('shows when it was last used, also after a restart', async () => {
    const first = await startServer({ onDisk: true, environment: { now: () => now++ } });
    const { json: created } = await first.request('POST', TOKENS, {
      name: 'used',
      actorUrn: ROOT,
      durationMs: null,
    });
    const used = async (of: TestServer) =>
      (await of.request('GET', `${TOKENS}/${created.id}`)).json.lastUsedAt as number | null;
    expect(await used(first)).toBeNull();
    const authorization = `Bearer ${created.token}`;
    expect((await first.request('GET', '/config', undefined, { authorization })).status).toBe(200);
    const lastUsedAt = await used(first);
    expect(lastUsedAt).toBeGreaterThan(created.createdAt);
    await first.stop({ keepFolder: true });
    const second = await startServer({ folder: first.folder, environment: { now: () => now++ } });
    expect(await used(second)).toBe(lastUsedAt);
    await second.stop();
  });

  it('keeps its restriction', async () => {
    const restriction = {
      readOnly: true,
      properties: ['urn:li:structuredProperty:a'],
      entityTypes: ['dataset', 'chart'],
    };
    const { id, token } = await issue('urn:li:corpuser:narrow', restriction);
    expect((await server.request('GET', `${TOKENS}/${id}`)).json).toMatchObject(restriction);
    const query = `query m($token: String!) { getAccessTokenMetadata(token: $token) {
      id readOnly properties { urn } entityTypes actorUrn ownerUrn lastUsedAt } }`;
    const { data } = await server.graphql(query, { token });
    expect(data.getAccessTokenMetadata).toEqual({
      id,
      readOnly: true,
      actorUrn: 'urn:li:corpuser:narrow',
      ownerUrn: ROOT,
      lastUsedAt: null,
      properties: [{ urn: 'urn:li:structuredProperty:a' }],
      entityTypes: ['DATASET', 'CHART'],
    });
  });

  it.each([
    [{ properties: ['urn:li:tag:a'] }, 'it is not a structured property'],
    [{ properties: [] }, "'properties' must not be empty"],
    [{ entityTypes: ['table'] }, "There is no entity type 'table'"],
    [{ readOnly: 'yes' }, 'readOnly must be true or false'],
    [{ actorUrn: 'urn:li:corpGroup:all' }, 'is not a user'],
    [{ name: ' ' }, 'name must not be empty'],
  ])('cannot be created with %j', async (more, message) => {
    const body = { name: 'x', actorUrn: ROOT, durationMs: null, ...more };
    const answer = await server.request('POST', TOKENS, body);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(message);
  });
});

describe('a restricted token', () => {
  const user = 'urn:li:corpuser:revoker';
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  beforeAll(async () => {
    await write(user, 'roleMembership', { roles: ['urn:li:dataHubRole:Admin'] });
  });

  it.each([
    { readOnly: true },
    { entityTypes: ['dataset'] },
    { entityTypes: ['dataHubAccessToken'] },
    { properties: ['urn:li:structuredProperty:a'] },
  ])('revokes only itself: %j', async (restriction) => {
    const other = await issue(user);
    const { id, token } = await issue(user, restriction);
    const { status, json } = await server.request('DELETE', `${TOKENS}/${other.id}`, undefined, as(token));
    expect([status, json.message]).toEqual([403, expect.stringContaining('restricted token') as string]);
    const query = `mutation { revokeAccessToken(tokenId: "${other.id}") }`;
    const { json: answer } = await server.request('POST', '/api/graphql', { query }, as(token));
    expect(answer.errors[0].extensions.code).toBe(403);
    expect(await isKnown(other.token)).toBe(true);
    await server.request('DELETE', `${TOKENS}/${id}`, undefined, as(token));
    expect(await isKnown(token)).toBe(false);
  });

  it('cannot be created for the system user', async () => {
    const body = { name: 's', actorUrn: 'urn:li:corpuser:__datahub_system', durationMs: null };
    expect((await server.request('POST', TOKENS, body)).status).toBe(400);
  });

  it.each([
    ['PUT', `/api/colophon/v1/users/${user}/password`, { password: 'hello12345' }, ['inviteToken']],
    ['POST', '/api/colophon/v1/users', { urn: 'urn:li:corpuser:made' }, ['corpGroup']],
    [
      'POST',
      `/openapi/v2/entity/corpuser/${user}/corpUserStatus`,
      { status: 'SUSPENDED', lastModified: { time: 0, actor: user } },
      ['corpGroup'],
    ],
  ])(
    'changes no account by a privilege that is shared with another type: %s %s',
    async (method, path, body, types) => {
      const { token } = await issue(ROOT, { entityTypes: types });
      expect((await server.request(method, path, body, as(token))).status).toBe(403);
    },
  );

  it.each([
    [{ readOnly: true }, 'The token is read-only.'],
    [{ entityTypes: ['dataset'] }, 'The token is restricted to certain entity types or properties.'],
    [
      { properties: ['urn:li:structuredProperty:a'] },
      'The token is restricted to certain entity types or properties.',
    ],
  ])('is refused with the reason that the token lacks the right: %j', async (restriction, reason) => {
    const { token } = await issue(ROOT, restriction);
    for (const [privilege, query] of [
      ['MANAGE_USERS_AND_GROUPS', 'mutation { createGroup(input: { name: "g" }) }'],
      ['MANAGE_SECRETS', 'mutation { createSecret(input: { name: "s", value: "v" }) }'],
    ]) {
      const { json } = await server.request('POST', '/api/graphql', { query }, as(token));
      expect(json.errors[0].message).toContain(`This needs the privilege ${privilege}. (${reason})`);
    }
  });

  it.each([
    [{ readOnly: true }, 'The token is read-only.'],
    [{ entityTypes: ['dataset'] }, 'The token is restricted to entities of type dataset.'],
  ])('is refused with the reason on writes: %j', async (restriction, reason) => {
    const { token } = await issue(ROOT, restriction);
    const path = `/openapi/v2/entity/tag/${encodeURIComponent('urn:li:tag:t')}/tagProperties`;
    const { status, json } = await server.request('POST', path, { name: 't' }, as(token));
    expect([status, json.message]).toEqual([403, expect.stringContaining(`MANAGE_TAGS. ${reason}`)]);
  });

  it.each([
    [{ readOnly: true }, 200],
    [{ entityTypes: ['dataset'] }, 403],
    [{ entityTypes: ['dataHubUpgrade'] }, 403],
    [{ readOnly: true, properties: ['urn:li:structuredProperty:a'] }, 403],
  ])('may read the audit log, or not: %j', async (restriction, status) => {
    const { token } = await issue(user, restriction);
    const answer = await server.request('GET', '/api/colophon/v1/audit', undefined, as(token));
    expect(answer.status).toBe(status);
  });
});

describe('listAccessTokens', () => {
  const QUERY = `query l($input: ListAccessTokenInput!) {
    listAccessTokens(input: $input) { start count total tokens { id actorUrn ownerUrn } } }`;

  it('filters by actor and owner, in pages', async () => {
    const actor = 'urn:li:corpuser:listed';
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await issue(actor)).id);
    const filters = [{ field: 'actorUrn', values: [actor] }];
    const { data } = await server.graphql(QUERY, { input: { start: 1, count: 1, filters } });
    expect(data.listAccessTokens).toEqual({
      start: 1,
      count: 1,
      total: 3,
      tokens: [{ id: ids[1], actorUrn: actor, ownerUrn: ROOT }],
    });
    const none = [...filters, { field: 'ownerUrn', value: actor }];
    expect((await server.graphql(QUERY, { input: { filters: none } })).data.listAccessTokens.total).toBe(0);
  });

  it('filters by name', async () => {
    const actor = 'urn:li:corpuser:named';
    const { id } = await issue(actor);
    const total = async (name: string) => {
      const filters = [
        { field: 'actorUrn', values: [actor] },
        { field: 'name', condition: 'EQUAL', values: [name] },
      ];
      return (await server.graphql(QUERY, { input: { filters } })).data.listAccessTokens.tokens;
    };
    const metadata = `query { entity(urn: "urn:li:dataHubAccessToken:${id}") { ... on AccessTokenMetadata { name } } }`;
    const { name } = (await server.graphql(metadata)).data.entity;
    expect(await total(name)).toMatchObject([{ id }]);
    expect(await total(`${name}x`)).toEqual([]);
  });

  it.each([
    [{ filters: [{ field: 'description', values: ['x'] }] }, "cannot be filtered by 'description'"],
    [{ filters: [{ field: 'actorUrn', values: [ROOT], negated: true }] }, 'not negated'],
    [{ start: -1 }, "'start' must not be negative"],
  ])('refuses %j', async (input, message) => {
    const { errors } = await server.graphql(QUERY, { input });
    expect(errors[0].message).toContain(message);
  });
});

describe('an aspect that proves an identity', () => {
  it.each([
    ['urn:li:dataHubAccessToken:forged', 'dataHubAccessTokenInfo'],
    ['urn:li:dataHubAccessToken:forged', 'accessTokenGrant'],
    ['urn:li:inviteToken:forged', 'inviteToken'],
    [ROOT, 'corpUserCredentials'],
    ['urn:li:dataHubSecret:forged', 'dataHubSecretValue'],
  ])('cannot be written: %s %s', async (urn, aspect) => {
    const value = {
      name: 'x',
      actorUrn: ROOT,
      ownerUrn: ROOT,
      createdAt: 1,
      token: 'x',
      salt: 'a',
      hashedPassword: 'b',
    };
    expect((await write(urn, aspect, value)).status).toBe(403);
    const entityType = urn.split(':')[2] ?? '';
    const batch = [{ urn, [aspect]: { value } }];
    expect((await server.request('POST', `/openapi/v3/entity/${entityType}`, batch)).status).toBe(403);
    const patch = [{ urn, [aspect]: { value: { patch: [{ op: 'add', path: '/token', value: 'x' }] } } }];
    expect((await server.request('PATCH', `/openapi/v3/entity/${entityType}`, patch)).status).toBe(403);
  });
});
