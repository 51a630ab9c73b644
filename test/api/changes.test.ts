import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../support/catalog-client.ts';
import { readStream } from '../support/event-stream.ts';
import {
  startServer,
  type Answer,
  type TestServer,
  type TestServerOptions,
} from '../support/start-server.ts';
import { until } from '../support/until.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../support/test-actors.ts';

const PATH = '/api/colophon/v1/changes';
const ORDERS = datasetUrn('orders');
const SALES = 'urn:li:domain:sales';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

/** Replaces the server by one with a folder or options. */
async function startOther(options: TestServerOptions): Promise<void> {
  await server.stop();
  server = await startServer(options);
}

interface Page {
  readonly cursor: string;
  readonly isAtEnd: boolean;
  // The tests assert the shape of an event.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly events: readonly any[];
}

async function read(query: string, as = server): Promise<Page> {
  const { json, status, text } = await as.request('GET', `${PATH}?${query}`);
  expect(status, text).toBe(200);
  return json;
}
const now = async (): Promise<string> => (await read('')).cursor;
const described = (name: string, as = server) => clientOf(as).dataset('orders', { name });
const names = ({ events }: Page): readonly unknown[] =>
  events.map(({ after, before }) => [before?.name, after?.name]);

describe('the change feed', () => {
  it('has the changes of each commit, with the values before and after', async () => {
    const since = await now();
    await described('one');
    await described('two');
    const page = await read(`since=${since}`);
    const [first, second] = page.events;
    expect(page.isAtEnd).toBe(true);
    expect(page.events).toHaveLength(2);
    expect(first).toEqual({
      sequence: expect.any(Number),
      index: 0,
      time: expect.any(Number),
      actorUrn: 'urn:li:corpuser:datahub',
      kind: 'UPSERT',
      entityType: 'dataset',
      entityUrn: ORDERS,
      aspectName: 'datasetProperties',
      before: null,
      after: expect.objectContaining({ name: 'one' }),
      cursor: expect.any(String),
    });
    expect(second).toMatchObject({ before: { name: 'one' }, after: { name: 'two' } });
    expect(await read(`since=${first.cursor}`)).toMatchObject({ events: [second], cursor: page.cursor });
    expect(await read(`since=${page.cursor}`)).toEqual({ cursor: page.cursor, isAtEnd: true, events: [] });
  });

  it('shows which properties changed, and how', async () => {
    const catalog = clientOf(server);
    for (const name of ['team', 'tier'])
      await catalog.define(name, { type: name === 'tier' ? 'number' : 'string' });
    await catalog.dataset('orders');
    await catalog.assign(ORDERS, { team: [{ string: 'red' }], tier: [{ double: 1 }] });
    const since = await now();
    await catalog.assign(ORDERS, { team: [{ string: 'blue' }], tier: [{ double: 1 }] });
    await catalog.assign(ORDERS, { team: [{ string: 'blue' }] });
    const { events } = await read(`since=${since}`);
    const changed = (name: string, sides: object) => ({
      propertyUrn: propertyUrn(name),
      generation: expect.any(Number),
      ...sides,
    });
    expect(events.map(({ properties }) => properties)).toEqual([
      [changed('team', { before: [{ string: 'red' }], after: [{ string: 'blue' }] })],
      [changed('tier', { before: [{ double: 1 }], after: null })],
    ]);
    const ofTier = await read(`since=${since}&property=${propertyUrn('tier')}`);
    expect(ofTier.events).toEqual(events.slice(1));
    const { text } = await server.request('GET', `${PATH}?since=${since}`);
    expect(text).toContain('{"double":1.0}');
  });

  it('distinguishes the values of a property from those of an earlier one with its name', async () => {
    const catalog = clientOf(server);
    const since = await now();
    const begin = async (): Promise<void> => {
      await catalog.define('team');
      await catalog.assign(ORDERS, { team: [{ string: 'red' }] });
    };
    const readNow = async () => {
      const { events } = await read(`since=${since}`);
      const last = (aspect: string) => events.findLast(({ aspectName }) => aspectName === aspect);
      return {
        began: last('propertyDefinition').sequence,
        assigned: events.filter(({ aspectName }) => aspectName === 'structuredProperties'),
        last: last('structuredProperties'),
      };
    };
    await catalog.dataset('orders');
    await begin();
    const first = await readNow();
    expect(first.last.properties).toMatchObject([{ generation: first.began, before: null }]);
    await server.request('DELETE', aspectPath(propertyUrn('team'), '', 'v3').replace(/\/$/, ''));
    await begin();
    const second = await readNow();
    expect(second.began).toBeGreaterThan(first.began);
    expect(second.last.properties).toEqual([
      {
        propertyUrn: propertyUrn('team'),
        generation: second.began,
        before: null,
        after: [{ string: 'red' }],
      },
    ]);
    expect(second.assigned.flatMap(({ properties }) => properties)).toEqual(second.last.properties);
    await catalog.assign(ORDERS, {});
    expect((await readNow()).last.properties).toMatchObject([{ generation: second.began, after: null }]);
  });

  it('has the deletion of an entity, and drops its values', async () => {
    const since = await now();
    await described('one');
    const path = aspectPath(ORDERS, '', 'v3').replace(/\/$/, '');
    expect((await server.request('DELETE', path)).status).toBe(200);
    const { events } = await read(`since=${since}`);
    expect(events).toMatchObject([
      { kind: 'UPSERT', before: null, after: null, notKept: ['before', 'after'] },
      { kind: 'DELETE', aspectName: 'datasetKey', before: { name: 'orders' }, after: null },
    ]);
  });

  it('is filtered by type, entity, aspect and run', async () => {
    const since = await now();
    await described('one');
    await writeAspect(server, 'urn:li:tag:pii', 'tagProperties', { name: 'pii' });
    await writeAspect(server, ORDERS, 'status', { removed: false });
    const filtered = async (filter: string): Promise<readonly string[]> =>
      (await read(`since=${since}&${filter}`)).events.map(({ aspectName }) => aspectName);
    expect(await filtered('entityType=tag')).toEqual(['tagProperties']);
    expect(await filtered('aspect=status,tagProperties')).toEqual(['tagProperties', 'status']);
    expect(await filtered(`urn=${ORDERS}&urn=urn:li:tag:x`)).toEqual(['datasetProperties', 'status']);
    expect(await filtered('runId=nightly')).toEqual([]);
    const proposal = {
      entityType: 'dataset',
      entityUrn: ORDERS,
      changeType: 'UPSERT',
      aspectName: 'datasetProperties',
      aspect: { contentType: 'application/json', value: '{"name":"by run"}' },
      systemMetadata: { runId: 'nightly', lastObserved: 1 },
    };
    await server.request('POST', '/aspects?action=ingestProposal', { proposal, async: 'false' });
    expect(await filtered('runId=nightly')).toEqual(['datasetProperties']);
    expect((await read(`since=${since}&runId=nightly`)).events[0]).toMatchObject({ runId: 'nightly' });
  });

  it('pages through all commits, and never splits one', async () => {
    const since = await now();
    const batch = ['a', 'b', 'c'].map((name) => ({
      entityType: 'dataset',
      entityUrn: datasetUrn(name),
      aspectName: 'status',
      aspect: { value: { __type: 'Status', removed: false } },
    }));
    for (let i = 0; i < 3; i++) await described(`v${i}`);
    const posted = await server.request('POST', '/openapi/entities/v1/', batch);
    expect(posted.status, posted.text).toBe(201);
    const sizes: number[] = [];
    const seen: string[] = [];
    for (let cursor = since, isAtEnd = false; !isAtEnd;) {
      const page = await read(`since=${cursor}&limit=2`);
      sizes.push(page.events.length);
      seen.push(...page.events.map(({ sequence, index }) => `${sequence}.${index}`));
      ({ cursor, isAtEnd } = page);
    }
    expect(sizes).toEqual([2, 1, 3]);
    expect(new Set(seen).size).toBe(6);
  });

  it('ends a page early where values are large', async () => {
    const since = await now();
    await clientOf(server).dataset('orders', { description: 'x'.repeat(9_000_000) });
    for (let i = 0; i < 120; i++) await clientOf(server).dataset(`small${i}`);
    const first = await read(`since=${since}&limit=5000`);
    expect([first.events.length, first.isAtEnd]).toEqual([1, false]);
    expect((await read(`since=${first.cursor}&limit=5000`)).events).toHaveLength(120);
  });

  it('starts at a time, or with the oldest commit', async () => {
    const all = await read('since=oldest&limit=5000');
    expect(all.events[0]).toMatchObject({ sequence: 1, index: 0 });
    const before = new Date(Date.now() - 3_600_000).toISOString();
    expect((await read(`since=${before}&limit=5000`)).events).toEqual(all.events);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await read(`since=${later}`)).toMatchObject({ events: [], cursor: all.cursor });
  });

  it('survives a restart', async () => {
    await startOther({ onDisk: true });
    const since = await now();
    await described('one');
    await server.stop({ keepFolder: true });
    server = await startServer({ folder: server.folder });
    expect(names(await read(`since=${since}&entityType=dataset`))).toEqual([[undefined, 'one']]);
  });

  it('refuses malformed parameters, naming the value and what is allowed', async () => {
    const problems = {
      'since=yesterday':
        "since must be a cursor, now, oldest or a time such as 2026-03-01T14:30:00Z, but it is 'yesterday'",
      'limit=0': 'limit must be a whole number from 1 to 5000, but it is 0',
      'limit=5001': 'limit must be a whole number from 1 to 5000, but it is 5001',
      'wait=61': "wait must be a whole number of seconds from 0 to 60, but it is '61'",
      'entityType=table': "entityType must name an entity type of the metadata model, but it is 'table'",
      'aspect=colour': "aspect must name an aspect of the metadata model, but it is 'colour'",
      'urn=orders': 'orders',
    };
    for (const [query, problem] of Object.entries(problems)) {
      const { json, status } = await server.request('GET', `${PATH}?${query}`);
      expect(status).toBe(400);
      expect(json.message).toContain(problem);
    }
  });

  it('answers 410 with the oldest cursor for a cursor of a lost commit', async () => {
    const cursor = Buffer.from('1.999999999.').toString('base64url');
    const { json, status } = await server.request('GET', `${PATH}?since=${cursor}`);
    expect(status).toBe(410);
    expect(json.message).toContain(json.oldestCursor);
    expect((await read(`since=${json.oldestCursor}`)).events[0]).toMatchObject({ sequence: 1 });
  });

  it('answers 410 for a cursor whose changes were trimmed, and continues from the oldest one', async () => {
    await startOther({ onDisk: true });
    const since = await now();
    for (const name of ['one', 'two', 'three']) await described(name);
    const { folder } = server;
    await server.stop({ keepFolder: true });
    const options = { 'audit.keepFor': 60_000, 'changeLog.keepFor': 3_600_000 };
    const later = Date.now() + 2 * 3_600_000;
    server = await startServer({ folder, options, environment: { now: () => later } });
    const figure = /^colophon_change_log_oldest_sequence (?!1$)\d+$/m;
    // A read before the end of the trim still finds the commits in memory.
    await until('the log is trimmed', async () =>
      figure.test((await server.request('GET', '/metrics')).text),
    );
    const gone = await server.request('GET', `${PATH}?since=${since}`);
    expect(gone.status, gone.text).toBe(410);
    using stream = await readStream(server, PATH, { 'last-event-id': since });
    expect(stream.status).toBe(410);
    const cursor: string = gone.json.oldestCursor;
    await described('four');
    expect(names(await read(`since=${cursor}&urn=${ORDERS}`)).at(-1)).toEqual(['three', 'four']);
  });
});

describe('a request for changes that waits', () => {
  it('is answered by the next commit', async () => {
    const since = await now();
    const waiting = read(`since=${since}&wait=60`);
    await described('one');
    expect(names(await waiting)).toEqual([[undefined, 'one']]);
  });

  it('is answered without events after the time', async () => {
    expect(await read('wait=1&entityType=dataset')).toMatchObject({ events: [], isAtEnd: true });
  });

  it('is answered at once when the server stops', async () => {
    await startOther({ options: { 'limits.heldRequests': 1 } });
    const ask = (seconds: number) => server.request('GET', `${PATH}?wait=${seconds}`);
    // Either request may be held first.
    const answered = async (): Promise<Answer> => {
      const answer = await ask(60);
      return answer.status === 429 ? answered() : answer;
    };
    const waiting = answered();
    await until('the request is held', async () => (await ask(1)).status === 429);
    await server.stop();
    expect((await waiting).json).toMatchObject({ events: [] });
    server = await startServer();
  });

  it('is limited by actor', async () => {
    await startOther({ options: { 'limits.heldRequests': 1 } });
    using stream = await readStream(server, PATH);
    expect(stream.status).toBe(200);
    const { headers, json, status } = await server.request('GET', `${PATH}?wait=9`);
    expect([status, headers.get('retry-after')]).toEqual([429, '5']);
    expect(json.message).toContain('limits.heldRequests');
    const other = await addActor(server, 'other', { roles: ['Reader'] });
    using second = await readStream(other, PATH);
    expect(second.status).toBe(200);
  });
});

describe('a stream of changes', () => {
  it('sends each commit, and resumes after the last event', async () => {
    const stream = await readStream(server, `${PATH}?since=${await now()}`);
    expect(await stream.any()).toMatchObject({ event: 'checkpoint', data: { cursor: expect.any(String) } });
    await described('one');
    const first = await stream.next();
    expect(first).toMatchObject({ event: 'change', data: { before: null, after: { name: 'one' } } });
    stream[Symbol.dispose]();
    await described('two');
    using resumed = await readStream(server, PATH, { 'last-event-id': first?.id ?? '' });
    expect(await resumed.next()).toMatchObject({ data: { before: { name: 'one' }, after: { name: 'two' } } });
    await described('three');
    expect(await resumed.next()).toMatchObject({ data: { after: { name: 'three' } } });
  });

  it('ends when the server stops, and is refused like any request', async () => {
    using stream = await readStream(server, PATH);
    await stream.any();
    await server.stop();
    expect(await stream.next()).toBeUndefined();
    server = await startServer();
    using refused = await readStream(server, `${PATH}?since=MS4xMDAwMDAwLg`);
    expect(refused.status).toBe(410);
    using unknown = await readStream({ ...server, token: 'x' }, PATH);
    expect(unknown.status).toBe(401);
  });

  it('ends with an error when its token is revoked', async () => {
    const reader = await addActor(server, 'reader', { roles: ['Reader'] });
    const { json } = await server.request('POST', '/api/colophon/v1/tokens', {
      name: 'second',
      actorUrn: userUrn('reader'),
      durationMs: null,
    });
    using kept = await readStream(reader, `${PATH}?entityType=tag`);
    using stream = await readStream({ ...server, token: json.token }, `${PATH}?entityType=tag`);
    await stream.any();
    const id = json.metadata?.id ?? json.id;
    expect((await server.request('DELETE', `/api/colophon/v1/tokens/${id}`)).status).toBeLessThan(300);
    expect(await stream.next()).toMatchObject({ event: 'error', data: { status: 401 } });
    expect(await stream.next()).toBeUndefined();
    await writeAspect(server, 'urn:li:tag:pii', 'tagProperties', { name: 'pii' });
    expect(await kept.next()).toMatchObject({ event: 'change' });
  });

  it('ends with an error when the user is suspended', async () => {
    const reader = await addActor(server, 'reader', { roles: ['Reader'] });
    using stream = await readStream(reader, PATH);
    await stream.any();
    await writeAspect(server, userUrn('reader'), 'corpUserStatus', {
      status: 'SUSPENDED',
      lastModified: { time: 1, actor: 'urn:li:corpuser:datahub' },
    });
    const last = async (): Promise<unknown> => {
      for (let event = await stream.next(); ; event = await stream.next()) {
        if (event === undefined || event.event === 'error') return event?.data.status;
      }
    };
    expect(await last()).toBe(401);
  });
});

describe('a reader of one domain', () => {
  let reader: TestServer;
  beforeEach(async () => {
    await hideEverything(server);
    reader = await addActor(server, 'reader');
    await writePolicy(server, 'sales', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('reader')] },
      resources: { filter: matching('DOMAIN', [SALES]) },
    });
  });
  const inSales = (name: string, domains = [SALES]): Promise<void> =>
    writeAspect(server, datasetUrn(name), 'domains', { domains });

  it('gets only the changes in the domain, by current rights', async () => {
    for (const name of ['orders', 'salaries']) await clientOf(server).dataset(name);
    await inSales('orders');
    const seen = async (): Promise<readonly string[]> =>
      (await read('since=oldest&limit=5000&entityType=dataset', reader)).events.map(
        ({ entityUrn }) => entityUrn,
      );
    expect(new Set(await seen())).toEqual(new Set([ORDERS]));
    using stream = await readStream(reader, PATH);
    await stream.any();
    await clientOf(server).dataset('salaries', { name: 'hidden' });
    await described('shown');
    expect(await stream.next()).toMatchObject({ data: { index: 0, after: { name: 'shown' } } });
    await inSales('orders', []);
    expect(await seen()).toEqual([]);
    await described('hidden again');
    await inSales('salaries');
    expect(await stream.next()).toMatchObject({ data: { entityUrn: datasetUrn('salaries') } });
  });

  it('gets no events of an entity that no longer exists', async () => {
    await clientOf(server).dataset('orders');
    await inSales('orders');
    expect((await read('since=oldest&entityType=dataset', reader)).events).not.toEqual([]);
    await server.request('DELETE', aspectPath(ORDERS, '', 'v3').replace(/\/$/, ''));
    expect((await read('since=oldest&entityType=dataset', reader)).events).toEqual([]);
  });

  it('is disconnected when the last policy is deleted', async () => {
    using stream = await readStream(reader, PATH);
    await stream.any();
    await server.request(
      'DELETE',
      `/openapi/v3/entity/dataHubPolicy/${encodeURIComponent('urn:li:dataHubPolicy:sales')}`,
    );
    expect(await stream.next()).toMatchObject({ event: 'error', data: { status: 403 } });
    const { status } = await reader.request('GET', PATH);
    expect(status).toBe(403);
  });
});
