import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aspectPath, clientOf, datasetUrn } from '../support/catalog-client.ts';
import { filesUnder } from '../support/secret-traces.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const ROOT = 'urn:li:corpuser:datahub';
const MALLORY = 'urn:li:corpuser:mallory';
const ORDERS = datasetUrn('orders');
const EVENTS = `query e($input: AuditEventsInput) {
  auditEvents(input: $input) {
    events {
      id kind time actorUrn entityUrn aspectName isTimeseries changeType privilege count
      request { id protocol operation tokenId address userAgent }
    }
    nextCursor
  }
}`;

interface AuditedEvent {
  readonly id: string;
  readonly time: number;
  readonly count: number;
  readonly changeType: string;
}

let server: TestServer;
const start = async (options: Record<string, unknown> = {}): Promise<void> => {
  server = await startServer({ onDisk: true, options });
};
beforeEach(() => start());
afterEach(() => server.stop());

// The tests assert the shape of the response.
// oxlint-disable-next-line typescript/no-explicit-any
const audit = async (input: Record<string, unknown> = {}): Promise<any> => {
  const { data, errors } = await server.graphql(EVENTS, { input });
  if (errors !== undefined) throw new Error(errors[0].message);
  return data.auditEvents;
};
/** Refusals are flushed a few times a second. */
const eventually = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 60_000 });

const tokenFor = async (actorUrn: string): Promise<{ token: string; id: string }> => {
  const { status, json, text } = await server.request('POST', '/api/colophon/v1/tokens', {
    name: 'test',
    actorUrn,
    durationMs: null,
  });
  expect(status, text).toBe(201);
  return json;
};

describe('the audit log', () => {
  it('marks writes of timeseries in GraphQL and over HTTP', async () => {
    const profile = { timestampMillis: 1_790_000_000_000, rowCount: 7 };
    const { status, text } = await clientOf(server).post(ORDERS, 'datasetProfile', profile);
    expect(status, text).toBeLessThan(300);
    const { events } = await audit({ entityUrn: ORDERS });
    expect(events).toContainEqual(
      expect.objectContaining({ aspectName: 'datasetProfile', isTimeseries: true }),
    );
    const { json } = await server.request(
      'GET',
      `/api/colophon/v1/audit?entity=${encodeURIComponent(ORDERS)}`,
    );
    expect(json.events).toContainEqual(
      expect.objectContaining({ aspectName: 'datasetProfile', isTimeseries: true }),
    );
  });

  it('records every write with its actor, request and changed aspect', async () => {
    await clientOf(server).dataset('orders');
    const { events } = await audit({ entityUrn: ORDERS });
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^\d+\.\d+$/),
        kind: 'CHANGE',
        time: expect.any(Number),
        actorUrn: ROOT,
        entityUrn: ORDERS,
        aspectName: 'datasetProperties',
        isTimeseries: false,
        changeType: 'UPSERT',
        privilege: null,
        count: 1,
        request: {
          id: expect.stringMatching(/^[0-9a-f]+-[0-9a-z]+$/),
          protocol: 'openapi',
          operation: expect.stringContaining('POST /openapi/v2/entity/'),
          tokenId: expect.any(String),
          address: '127.0.0.1',
          userAgent: expect.any(String),
        },
      },
    ]);
  });

  it('names mutations of GraphQL, and deletions', async () => {
    await clientOf(server).dataset('orders');
    const { errors } = await server.graphql(
      `mutation { batchUpdateSoftDeleted(input: { urns: ["${ORDERS}"], deleted: true }) }`,
    );
    expect(errors).toBeUndefined();
    await server.request('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(ORDERS)}`);
    const { events } = await audit({ entityUrn: ORDERS });
    expect(events.at(-2)).toMatchObject({
      aspectName: 'status',
      request: { protocol: 'graphql', operation: 'batchUpdateSoftDeleted' },
    });
    const deletions = events.filter(({ changeType }: AuditedEvent) => changeType === 'DELETE');
    expect(deletions).toContainEqual(expect.objectContaining({ aspectName: 'datasetKey' }));
  });

  it('records denials and invalid tokens, and merges equal ones', async () => {
    const { token, id } = await tokenFor(MALLORY);
    const headers = { authorization: `Bearer ${token}` };
    for (let i = 0; i < 3; i++) {
      const path = aspectPath(ORDERS, 'status');
      const { status } = await server.request('POST', path, { removed: false }, headers);
      expect(status).toBe(403);
    }
    await server.request('GET', '/openapi/v3/entity/dataset?query=secret', undefined, {
      authorization: 'Bearer wrong-token',
    });
    await eventually(async () => {
      const { events } = await audit({ kinds: ['DENIED', 'UNAUTHENTICATED'] });
      const [unknown, ...denied] = events;
      expect(unknown).toMatchObject({ kind: 'UNAUTHENTICATED', actorUrn: null, entityUrn: null });
      expect(unknown.request.operation).not.toContain('secret');
      const total = denied.reduce((sum: number, { count }: AuditedEvent) => sum + count, 0);
      expect(total).toBe(3);
      expect(denied[0]).toMatchObject({
        kind: 'DENIED',
        actorUrn: MALLORY,
        entityUrn: ORDERS,
        aspectName: 'status',
        changeType: 'UPSERT',
        request: { tokenId: id, protocol: 'openapi' },
      });
    });
  });

  it('names the action of a Rest.li request, and records a denied deletion as such', async () => {
    const { token } = await tokenFor(MALLORY);
    const headers = { authorization: `Bearer ${token}` };
    await clientOf(server).dataset('orders');
    const { status } = await server.request('POST', '/entities?action=delete', { urn: ORDERS }, headers);
    expect(status).toBe(403);
    await eventually(async () => {
      const { events } = await audit({ kinds: ['DENIED'] });
      expect(events).toMatchObject([
        {
          entityUrn: ORDERS,
          changeType: 'DELETE',
          request: { protocol: 'restli', operation: 'POST /entities?action=delete' },
        },
      ]);
    });
  });

  it('records created and revoked tokens', async () => {
    const { id } = await tokenFor(MALLORY);
    await server.request('DELETE', `/api/colophon/v1/tokens/${id}`);
    const { json } = await server.request('POST', '/openapi/v1/events/audit/search?size=100', {
      eventTypes: ['CreateAccessTokenEvent', 'RevokeAccessTokenEvent'],
      actorUrns: [ROOT],
    });
    expect(json.usageEvents.map(({ eventType }: { eventType: string }) => eventType)).toEqual([
      'RevokeAccessTokenEvent',
      'CreateAccessTokenEvent',
    ]);
    expect(json).toMatchObject({ count: 2, total: 2 });
    expect(json.usageEvents[1]).toMatchObject({
      actorUrn: ROOT,
      entityType: 'dataHubAccessToken',
      entityUrn: `urn:li:dataHubAccessToken:${id}`,
      eventSource: 'OPENAPI',
      sourceIP: '127.0.0.1',
      rawUsageEvent: { kind: 'change', changeType: 'UPSERT' },
    });
  });

  it('distinguishes creations of entities from changes, also in a batch', async () => {
    const source = (id: string, name = id) => ({
      urn: `urn:li:dataHubIngestionSource:audited.${id}`,
      dataHubIngestionSourceInfo: {
        value: { name, type: 'csv', config: { recipe: '{}', executorId: 'default' } },
      },
    });
    const write = async (...sources: readonly object[]): Promise<void> => {
      const path = '/openapi/v3/entity/dataHubIngestionSource?async=false&createIfNotExists=false';
      const { status, text } = await server.request('POST', path, sources);
      expect([status, text]).toEqual([200, text]);
    };
    await write(source('a'));
    await write(source('a', 'changed'), source('b'), source('c'));
    await server.request('POST', '/openapi/v3/entity/corpuser?async=false', [
      {
        urn: 'urn:li:corpuser:audited',
        corpUserInfo: { value: { active: true } },
        status: { value: { removed: false } },
      },
    ]);
    const found = async (entityType: string, eventType: string): Promise<unknown> => {
      const { json } = await server.request('POST', '/openapi/v1/events/audit/search?size=100', {
        eventTypes: [eventType],
        entityTypes: [entityType],
      });
      return json.usageEvents
        .map(({ entityUrn }: { entityUrn: string }) => entityUrn.split(':').at(-1))
        .filter((name: string) => name.startsWith('audited'))
        .sort();
    };
    const type = 'dataHubIngestionSource';
    expect(await found(type, 'CreateIngestionSourceEvent')).toEqual(
      ['a', 'b', 'c'].map((name) => `audited.${name}`),
    );
    expect(await found(type, 'UpdateIngestionSourceEvent')).toEqual(['audited.a']);
    expect(await found('corpuser', 'CreateUserEvent')).toEqual(['audited']);
    expect(await found('corpuser', 'UpdateUserEvent')).toEqual(['audited']);
    const { data } = await server.graphql(
      `mutation { createPolicy(input: { type: PLATFORM, name: "audited", state: INACTIVE, privileges: ["MANAGE_POLICIES"],
        description: "", actors: { users: [], allUsers: false, allGroups: false, resourceOwners: false } }) }`,
    );
    const { json } = await server.request('POST', '/openapi/v1/events/audit/search?size=100', {
      eventTypes: ['CreatePolicyEvent'],
    });
    expect(json.usageEvents[0]).toMatchObject({
      entityUrn: data.createPolicy,
      aspectName: 'dataHubPolicyInfo',
    });
  });

  it('records logins and failed logins with the link of the server', async () => {
    const code = new URL(server.loginUrl).searchParams.get('token');
    await server.request('POST', '/login', { code });
    await server.request('POST', '/login', { code });
    await eventually(async () => {
      const { json } = await server.request('POST', '/openapi/v1/events/audit/search', {
        eventTypes: ['LogInEvent', 'FailedLogInEvent'],
      });
      expect(json.usageEvents).toMatchObject([
        { eventType: 'FailedLogInEvent', loginSource: 'FALLBACK_LOGIN', sourceIP: '127.0.0.1' },
        { eventType: 'LogInEvent', actorUrn: ROOT, loginSource: 'FALLBACK_LOGIN' },
      ]);
    });
  });

  it('records maintenance in every protocol, but no read-only comparison', async () => {
    const started = await Promise.all([
      server.request('POST', '/api/colophon/v1/doctor', { repair: false }),
      server.request('POST', '/api/colophon/v1/doctor', { repair: true }),
      server.request('POST', '/api/colophon/v1/system-update', {}),
    ]);
    expect(started.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect((await server.request('POST', '/entities?action=applyRetention', {})).status).toBe(200);
    const query =
      '{ auditEvents(input: { kinds: [UPKEEP] }) { events { actorUrn upkeep request { operation } } } }';
    await eventually(async () => {
      const { events } = (await server.graphql(query)).data.auditEvents;
      expect(events.map(({ upkeep }: { upkeep: string }) => upkeep).sort()).toEqual([
        'repair',
        'retention',
        'system-update',
      ]);
      const operation = 'POST /api/colophon/v1/doctor';
      expect(events).toContainEqual({ actorUrn: ROOT, upkeep: 'repair', request: { operation } });
    });
  });

  it('records who read the value of a secret, but not the value', async () => {
    const run = async (text: string): Promise<void> => {
      expect((await server.graphql(text)).errors).toBeUndefined();
    };
    await run('mutation { createSecret(input: { name: "warehouse", value: "hush-hush" }) }');
    await run('{ getSecretValues(input: { secrets: ["warehouse", "nobody"] }) { value } }');
    await eventually(async () => {
      const { events } = await audit({ kinds: ['SECRET_READ'] });
      const entityUrn = 'urn:li:dataHubSecret:warehouse';
      expect(events).toMatchObject([{ actorUrn: ROOT, entityUrn, changeType: 'READ', count: 1 }]);
    });
    expect(JSON.stringify(await audit({ count: 1000 }))).not.toContain('hush-hush');
  });

  it('records names of clients, but no token in their place', async () => {
    const send = (userAgent: string) =>
      server.request('GET', '/config', undefined, { authorization: 'Bearer wrong', 'user-agent': userAgent });
    for (const name of ['curl/8.5.0', 'bearer short', `x ${'a'.repeat(43)}`]) await send(name);
    await eventually(async () => {
      const { events } = await audit({ kinds: ['UNAUTHENTICATED'] });
      const names = events.map(({ request }: { request: { userAgent: string | null } }) => request.userAgent);
      expect(new Set(names)).toEqual(new Set(['curl/8.5.0', null]));
    });
  });

  it('is read in pages that join without gap or repetition', async () => {
    const proposals = Array.from({ length: 7 }, (_, i) => ({
      urn: datasetUrn(`t${i}`),
      status: { value: { removed: false } },
    }));
    await server.request('POST', '/openapi/v3/entity/dataset?async=false', proposals);
    await clientOf(server).dataset('orders');
    const all = await audit({ entityTypes: ['dataset'], count: 1000 });
    expect(all.nextCursor).toBeNull();
    expect(all.events).toHaveLength(8);
    const paged = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await audit({ entityTypes: ['dataset'], count: 3, ...(cursor && { cursor }) });
      paged.push(...page.events);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all.events);
  });

  it('is filtered by actor, time, kind, entity type and aspect', async () => {
    await clientOf(server).dataset('orders');
    const [event]: AuditedEvent[] = (await audit({ entityUrn: ORDERS })).events;
    const time = event?.time ?? 0;
    const count = async (input: Record<string, unknown>): Promise<number> =>
      (await audit({ entityUrn: ORDERS, ...input })).events.length;
    expect(await count({ actorUrns: [ROOT, MALLORY] })).toBe(1);
    expect(await count({ actorUrns: [MALLORY] })).toBe(0);
    expect(await count({ since: time, until: time + 1 })).toBe(1);
    expect(await count({ until: time })).toBe(0);
    expect(await count({ since: time + 1 })).toBe(0);
    expect(await count({ kinds: ['CHANGE'], aspectNames: ['datasetProperties'] })).toBe(1);
    expect(await count({ aspectNames: ['status'] })).toBe(0);
    expect(await count({ entityTypes: ['chart'] })).toBe(0);
  });

  it.each([
    [{ count: 0 }, 'count'],
    [{ count: 1001 }, 'count'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ entityUrn: 'nonsense' }, 'nonsense'],
    [{ actorUrns: ['nonsense'] }, 'nonsense'],
  ])('refuses %j', async (input, named) => {
    const { errors } = await server.graphql(EVENTS, { input });
    expect(errors[0].extensions.code).toBe(400);
    expect(errors[0].message).toContain(named);
  });

  it('is refused without the privilege, in every protocol', async () => {
    const { token } = await tokenFor(MALLORY);
    const headers = { authorization: `Bearer ${token}` };
    const graphql = await server.request('POST', '/api/graphql', { query: EVENTS }, headers);
    expect(graphql.json.errors[0].extensions.code).toBe(403);
    const search = '/openapi/v1/events/audit/search';
    expect((await server.request('POST', search, {}, headers)).status).toBe(403);
    expect((await server.request('POST', `${search}?size=0`, {}, headers)).status).toBe(403);
    expect((await server.request('GET', '/api/colophon/v1/audit', undefined, headers)).status).toBe(403);
  });

  it('survives a restart', async () => {
    await clientOf(server).dataset('orders');
    const before = (await audit({ entityUrn: ORDERS })).events;
    const { folder } = server;
    await server.stop({ keepFolder: true });
    server = await startServer({ folder });
    expect((await audit({ entityUrn: ORDERS })).events).toEqual(before);
  });

  it('keeps the configured number of events', async () => {
    for (let i = 0; i < 10; i++) await clientOf(server).dataset(`t${i}`);
    const { folder } = server;
    await server.stop({ keepFolder: true });
    server = await startServer({ folder, options: { 'audit.keepEvents': 4 } });
    await eventually(async () => {
      const { events } = await audit({ count: 1000 });
      expect(new Set(events.map(({ id }: AuditedEvent) => id.split('.')[0])).size).toBeLessThanOrEqual(4);
    });
  });
});

describe('secrets', () => {
  it('are neither in the audit log nor in any file of the data folder', async () => {
    const value = 'a-very-private-value-of-a-property';
    const client = clientOf(server);
    await client.define('acme.secret');
    await client.dataset('orders');
    await client.assign(ORDERS, { 'acme.secret': [{ string: value }] });
    const { token } = await tokenFor(MALLORY);
    const loginCode = new URL(server.loginUrl).searchParams.get('token') ?? '';
    const login = await server.request('POST', '/login', { code: loginCode });
    const secrets = [token, loginCode, login.json.token, 'wrong-password-or-token'];
    await server.request('GET', `/config?token=${token}`, undefined, { authorization: 'Bearer nothing' });
    await server.request('GET', '/config', undefined, { authorization: `Bearer ${secrets[3]}` });
    await server.request('GET', `/nothing/${token}`, undefined, { authorization: `Bearer ${token}` });
    await eventually(async () => {
      const { events } = await audit({ kinds: ['UNAUTHENTICATED'] });
      expect(events.reduce((sum: number, { count }: AuditedEvent) => sum + count, 0)).toBe(2);
    });
    const shown = JSON.stringify(await audit({ count: 1000 }));
    const raw = (await server.request('POST', '/openapi/v1/events/audit/search?size=1000', {})).text;
    for (const secret of [...secrets, value]) {
      expect(shown).not.toContain(secret);
      expect(raw).not.toContain(secret);
    }
    const { folder } = server;
    await server.stop({ keepFolder: true });
    const files = filesUnder(folder).map((path) => [path, readFileSync(path, 'latin1')] as const);
    for (const secret of secrets) {
      const holders = files.filter(([, text]) => text.includes(secret)).map(([path]) => path);
      expect(holders).toEqual([]);
    }
    server = await startServer({ folder });
  });
});
