import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor, hideEverything, matching, userUrn, writePolicy } from '../../support/test-actors.ts';

const PLATFORM = 'PlatformEvent_v1';
const VERSIONED = 'MetadataChangeLog_Versioned_v1';
const TIMESERIES = 'MetadataChangeLog_Timeseries_v1';
const FIRST = { lookbackWindowDays: '1', limit: '5000' };

type Parameters = Readonly<Record<string, string>>;

function poll(server: Pick<TestServer, 'request'>, topic: string, more: Parameters = {}): Promise<Answer> {
  const query = new URLSearchParams({ topic, pollTimeoutSeconds: '0', ...more });
  return server.request('GET', `/openapi/v1/events/poll?${query.toString()}`);
}

interface EntityEvent {
  readonly entityUrn: string;
  readonly category: string;
  readonly operation: string;
  readonly modifier?: string;
}

interface LogEvent {
  readonly entityUrn: string;
  readonly aspectName: string;
  readonly changeType: string;
  readonly aspect?: { readonly value: string };
  readonly previousAspectValue?: { readonly value: string };
}

interface LinkEvent {
  readonly operation: string;
  readonly relationshipType: string;
  readonly sourceUrn: string;
  readonly destinationUrn: string;
}

/** The values of a response. */
// The tests assert the shape of the response.
// oxlint-disable-next-line typescript/no-explicit-any
function valuesOf({ status, text, json }: Answer): any[] {
  expect(status, text).toBe(200);
  expect(json.count).toBe(json.events.length);
  return json.events.map(({ contentType, value }: { contentType: string; value: string }) => {
    expect(contentType).toBe('application/json');
    return JSON.parse(value);
  });
}

/** Payloads of the platform events of one kind. */
function payloadsOf<Event>(answer: Answer, kind: string): Event[] {
  const events = valuesOf(answer).filter(({ name }) => name === kind);
  return events.map(({ payload }) => JSON.parse(payload.value));
}

const entityEvents = (answer: Answer): EntityEvent[] => payloadsOf(answer, 'entityChangeEvent');
const linkEvents = (answer: Answer): LinkEvent[] => payloadsOf(answer, 'relationshipChangeEvent');
const logEvents = (answer: Answer): LogEvent[] => valuesOf(answer);

const short = ({ category, operation, modifier = '-' }: EntityEvent): string =>
  `${category} ${operation} ${modifier}`;

/** The events of an entity, from the beginning. */
async function eventsOf(server: Pick<TestServer, 'request'>, urn: string): Promise<string[]> {
  const events = entityEvents(await poll(server, PLATFORM, FIRST));
  return events.filter(({ entityUrn }) => entityUrn === urn).map(short);
}

async function logged(
  server: Pick<TestServer, 'request'>,
  urn: string,
  topic = VERSIONED,
): Promise<LogEvent[]> {
  const events = logEvents(await poll(server, topic, FIRST));
  return events.filter(({ entityUrn }) => entityUrn === urn);
}

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

describe('polling platform events', () => {
  it('returns events of a dataset, its tag, its values and its deletion', async () => {
    const urn = datasetUrn('orders');
    await client.define('poll.team');
    await client.dataset('orders', { name: 'orders', description: 'größer €' });
    await client.post(urn, 'globalTags', { tags: [{ tag: 'urn:li:tag:pii' }] });
    await client.assign(urn, { 'poll.team': [{ string: 'red' }] });
    await client.assign(urn, { 'poll.team': [{ string: 'blue' }] });
    await client.post(urn, 'status', { removed: true });
    await client.post(urn, 'status', { removed: false });
    const events = [
      'LIFECYCLE CREATE -',
      'DOCUMENTATION ADD -',
      'TAG ADD urn:li:tag:pii',
      `STRUCTURED_PROPERTY ADD ${propertyUrn('poll.team')}`,
      `STRUCTURED_PROPERTY MODIFY ${propertyUrn('poll.team')}`,
      'LIFECYCLE SOFT_DELETE -',
      'LIFECYCLE REINSTATE -',
    ];
    expect(await eventsOf(server, urn)).toEqual(events);
    expect(await eventsOf(server, propertyUrn('poll.team'))).toEqual([
      'LIFECYCLE CREATE -',
      `STRUCTURED_PROPERTY ADD ${propertyUrn('poll.team')}`,
    ]);
    await server.request('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`);
    expect(await eventsOf(server, urn)).toEqual(['LIFECYCLE HARD_DELETE -']);
  });

  it('continues at its offset, page by page, without gaps or repetition', async () => {
    const { json: start } = await poll(server, PLATFORM);
    expect(start).toMatchObject({ count: 0, events: [] });
    const names = Array.from({ length: 7 }, (_, i) => `paged${i}`);
    for (const name of names) await client.dataset(name);
    const found: EntityEvent[] = [];
    let offsetId: string = start.offsetId;
    for (let i = 0; i < names.length; i++) {
      const answer = await poll(server, PLATFORM, { offsetId, limit: '1' });
      found.push(...entityEvents(answer));
      offsetId = answer.json.offsetId;
    }
    expect(found.map(({ entityUrn }) => entityUrn)).toEqual(names.map((name) => datasetUrn(name)));
    expect((await poll(server, PLATFORM, { offsetId })).json).toEqual({ offsetId, count: 0, events: [] });
  });

  it('waits for the next event, through changes without one', async () => {
    const { json } = await poll(server, PLATFORM);
    const waiting = poll(server, PLATFORM, { offsetId: json.offsetId, pollTimeoutSeconds: '10' });
    await client.post(datasetUrn('paged0'), 'browsePathsV2', { path: [] });
    await client.dataset('awaited');
    const [event] = entityEvents(await waiting);
    expect(event).toMatchObject({ entityUrn: datasetUrn('awaited'), operation: 'CREATE' });
  });

  it('returns created and removed relationships', async () => {
    const { json } = await poll(server, PLATFORM);
    const [urn, upstream] = [datasetUrn('linked'), datasetUrn('upstream')];
    const lineage = (...datasets: string[]) => ({
      upstreams: datasets.map((dataset) => ({ dataset, type: 'TRANSFORMED' })),
    });
    await client.post(urn, 'upstreamLineage', lineage(upstream));
    await client.post(urn, 'upstreamLineage', lineage());
    const links = linkEvents(await poll(server, PLATFORM, { offsetId: json.offsetId }));
    const link = { relationshipType: 'DownstreamOf', sourceUrn: urn, destinationUrn: upstream };
    const auditStamp = { time: expect.any(Number), actor: userUrn('datahub') };
    expect(links.filter(({ destinationUrn }) => destinationUrn === upstream)).toEqual([
      { ...link, operation: 'ADD', auditStamp },
      { ...link, operation: 'REMOVE', auditStamp },
    ]);
  });

  it('names the job of a run', async () => {
    const run = 'urn:li:dataProcessInstance:run';
    const flow = 'urn:li:dataFlow:(airflow,f,PROD)';
    const relationships = { parentTemplate: flow, parentInstance: 'urn:li:dataProcessInstance:parent' };
    await client.post(run, 'dataProcessInstanceRelationships', { ...relationships, upstreamInstances: [] });
    await client.post(run, 'dataProcessInstanceRunEvent', { timestampMillis: 5, status: 'STARTED' });
    const events = entityEvents(await poll(server, PLATFORM, FIRST));
    expect(events.filter(({ entityUrn }) => entityUrn === run).at(-1)).toMatchObject({
      category: 'RUN',
      operation: 'STARTED',
      parameters: { dataFlowUrn: flow, parentInstanceUrn: relationships.parentInstance },
    });
  });

  it('counts an offset that is not kept as the oldest one', async () => {
    const offsetId = Buffer.from('1.999999999.').toString('base64url');
    const all = await poll(server, PLATFORM, FIRST);
    expect((await poll(server, PLATFORM, { offsetId, limit: '5000' })).json).toEqual(all.json);
  });

  it('has the header of DataHub', async () => {
    const { json } = await poll(server, PLATFORM, { ...FIRST, limit: '1' });
    const value = JSON.parse(json.events[0].value);
    expect(value).toMatchObject({
      header: { timestampMillis: expect.any(Number) },
      name: 'entityChangeEvent',
      payload: { contentType: 'application/json' },
    });
    expect(JSON.parse(value.payload.value)).toMatchObject({
      auditStamp: { time: value.header.timestampMillis, actor: expect.any(String) },
      version: 0,
    });
  });
});

describe('polling the change log', () => {
  it('has values before and after, and the key of a new entity', async () => {
    const urn = datasetUrn('logged');
    await client.dataset('logged', { name: 'logged', description: 'größer €' });
    await client.dataset('logged', { name: 'logged', description: 'x' });
    const events = await logged(server, urn);
    expect(events.map(({ aspectName }) => aspectName)).toEqual([
      'datasetKey',
      'datasetProperties',
      'datasetProperties',
    ]);
    const [key, first, second] = events;
    expect(JSON.parse(key?.aspect?.value ?? '')).toMatchObject({ name: 'logged' });
    expect(first).toMatchObject({
      entityType: 'dataset',
      changeType: 'UPSERT',
      aspect: { contentType: 'application/json', value: expect.stringContaining('größer €') },
      systemMetadata: { version: '1', runId: expect.any(String) },
      created: { time: expect.any(Number), actor: userUrn('datahub') },
    });
    expect(first).not.toHaveProperty('previousAspectValue');
    expect(second?.previousAspectValue?.value).toContain('größer €');
    expect(second).toMatchObject({ previousSystemMetadata: { version: '1' } });
  });

  it('omits values that are no longer kept, but not the deletion', async () => {
    const urn = datasetUrn('deleted');
    await client.dataset('deleted');
    await server.request('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`);
    const [event, ...others] = await logged(server, urn);
    expect(event).toMatchObject({ changeType: 'DELETE', aspectName: 'datasetKey' });
    expect(others).toEqual([]);
  });

  it('ends a page early where values are large', async () => {
    const { json } = await poll(server, VERSIONED);
    const schema = (rawSchema: string) => ({
      schemaName: 's',
      platform: 'urn:li:dataPlatform:hive',
      version: 0,
      hash: '',
      fields: [],
      platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema } },
    });
    const urns = Array.from({ length: 60 }, (_, i) => datasetUrn(`large${i}`));
    for (const [i, urn] of urns.entries()) {
      await client.post(urn, 'schemaMetadata', schema(i === 0 ? 'x'.repeat(9_000_000) : ''));
    }
    const first = await poll(server, VERSIONED, { offsetId: json.offsetId, limit: '5000' });
    const rest = await poll(server, VERSIONED, { offsetId: first.json.offsetId, limit: '5000' });
    expect(first.json.count).toBeLessThan(2 * urns.length);
    const found = [...logEvents(first), ...logEvents(rest)].map(({ entityUrn }) => entityUrn);
    expect(found).toEqual(urns.flatMap((urn) => [urn, urn]));
  });

  it('has points in a separate topic', async () => {
    const urn = datasetUrn('profiled');
    await client.dataset('profiled');
    const point = { timestampMillis: 5, rowCount: 7 };
    const { status, text } = await server.request('POST', aspectPath(urn, 'datasetProfile'), point);
    expect(status, text).toBe(200);
    const [event, ...others] = await logged(server, urn, TIMESERIES);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ aspectName: 'datasetProfile', changeType: 'UPSERT' });
    expect(JSON.parse(event?.aspect?.value ?? '')).toMatchObject(point);
    expect((await logged(server, urn)).map(({ aspectName }) => aspectName)).not.toContain('datasetProfile');
  });
});

describe('an offset', () => {
  it('is valid after a restart', async () => {
    const first = await startServer({ onDisk: true });
    const { json } = await poll(first, PLATFORM);
    await clientOf(first).dataset('a');
    await first.stop({ keepFolder: true });
    const second = await startServer({ folder: first.folder });
    const [event] = entityEvents(await poll(second, PLATFORM, { offsetId: json.offsetId }));
    expect(event).toMatchObject({ entityUrn: datasetUrn('a'), operation: 'CREATE' });
    await second.stop();
  });

  it('is stored by clients in a separate entity', async () => {
    const urn = 'urn:li:platformResource:0123456789abcdef';
    const address = `/aspects/${encodeURIComponent(urn)}?aspect=platformResourceInfo&version=0`;
    expect((await server.request('GET', address)).status).toBe(404);
    const blob = JSON.stringify({ offset_id: 'x', timestamp: 1 });
    const info = {
      resourceType: 'eventConsumerState',
      primaryKey: 'urn:li:dataHubAction:a',
      value: { blob, contentType: 'JSON', schemaType: 'JSON', schemaRef: 'EventConsumerState@1' },
    };
    const { status, text } = await server.request('POST', '/aspects?action=ingestProposal', {
      proposal: {
        entityType: 'platformResource',
        entityUrn: urn,
        changeType: 'UPSERT',
        aspectName: 'platformResourceInfo',
        aspect: { value: JSON.stringify(info), contentType: 'application/json' },
      },
    });
    expect(status, text).toBe(200);
    const { json } = await server.request('GET', address);
    expect(JSON.stringify(json)).toContain(JSON.stringify(blob));
  });
});

describe('who polls', () => {
  const grant = (name: string, privilege: string): Promise<void> =>
    writePolicy(server, `poll-${name}`, {
      type: 'PLATFORM',
      privileges: [privilege],
      actors: { users: [userUrn(name)] },
    });

  it('needs the privilege of the topic', async () => {
    const events = await addActor(server, 'events');
    const logs = await addActor(server, 'logs');
    await grant('events', 'GET_PLATFORM_EVENTS');
    await grant('logs', 'GET_METADATA_CHANGE_LOG_EVENTS');
    for (const [topic, may, mayNot] of [
      [PLATFORM, events, logs],
      [VERSIONED, logs, events],
      [TIMESERIES, logs, events],
    ] as const) {
      expect((await poll(may, topic)).status).toBe(200);
      expect((await poll(mayNot, topic)).status).toBe(403);
    }
  });

  it.each<[Parameters, string]>([
    [
      { topic: 'x' },
      "topic must be one of PlatformEvent_v1, MetadataChangeLog_Versioned_v1, MetadataChangeLog_Timeseries_v1, but it is 'x'",
    ],
    [{ topic: '' }, 'but it is missing'],
    [{ offsetId: 'x' }, "Parameter offsetId must be the offsetId of an earlier response, but it is 'x'"],
    [{ limit: '0' }, 'Parameter limit must be a whole number from 1, but it is 0'],
    [{ limit: 'x' }, "Parameter limit must be a whole number from 0, but it is 'x'"],
    [{ pollTimeoutSeconds: '-1' }, 'Parameter pollTimeoutSeconds must be'],
    [{ lookbackWindowDays: '1.5' }, 'Parameter lookbackWindowDays must be'],
  ])('gets an error for %o', async (parameters, message) => {
    const { status, json } = await poll(server, PLATFORM, parameters);
    expect(status).toBe(400);
    expect(json.message).toContain(message);
  });

  it('may request more than exists', async () => {
    const more = { limit: '9999999', lookbackWindowDays: '9999999' };
    expect((await poll(server, PLATFORM, more)).status).toBe(200);
  });

  it('gets no hidden events', async () => {
    const own = await startServer();
    await hideEverything(own);
    const ann = await addActor(own, 'ann');
    await writePolicy(own, 'ann-events', {
      type: 'PLATFORM',
      actors: { users: [userUrn('ann')] },
      privileges: ['GET_PLATFORM_EVENTS', 'GET_METADATA_CHANGE_LOG_EVENTS'],
    });
    await writePolicy(own, 'ann-sees', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('ann')] },
      resources: { filter: matching('URN', [datasetUrn('shown')]) },
    });
    const { json } = await poll(ann, PLATFORM);
    for (const name of ['hidden', 'shown']) {
      await clientOf(own).dataset(name);
      await clientOf(own).post(datasetUrn(name), 'globalTags', { tags: [{ tag: 'urn:li:tag:t' }] });
    }
    const after = { offsetId: json.offsetId };
    const answer = await poll(ann, PLATFORM, after);
    const events = entityEvents(answer);
    expect(events.map(({ entityUrn, operation }) => `${entityUrn} ${operation}`)).toEqual([
      `${datasetUrn('shown')} CREATE`,
      `${datasetUrn('shown')} ADD`,
    ]);
    // The tag is also hidden as an entity.
    expect(linkEvents(answer)).toEqual([]);
    const changes = logEvents(await poll(ann, VERSIONED, after));
    expect(new Set(changes.map(({ entityUrn }) => entityUrn))).toEqual(new Set([datasetUrn('shown')]));
    await own.stop();
  });
});
