import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Gate } from '../../state-machine/gate.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

describe('operations over REST', () => {
  it.each(['mcp', 'mcl', 'mcl-timeseries'])('report that nothing of %s is queued', async (consumer) => {
    const path = `/openapi/operations/messaging/${consumer}/consumer/lag?skipCache=true&detailed=true`;
    const { status, json } = await server.request('GET', path);
    expect([status, json]).toEqual([200, { transport: 'none', consumerGroups: {} }]);
  });

  it('report that nothing is throttled', async () => {
    const { status, json } = await server.request('GET', '/openapi/operations/throttle/requests');
    expect([status, json]).toEqual([200, {}]);
  });

  it('return the version and the settings', async () => {
    const get = async (path: string): Promise<unknown> => {
      const { status, json } = await server.request('GET', `/openapi/v1/system-info${path}`);
      expect(status).toBe(200);
      return json;
    };
    const gms = { name: 'GMS', status: 'AVAILABLE', version: 'v1.7.0', properties: {} };
    const components = expect.objectContaining({
      gms,
      maeConsumer: expect.anything(),
      mceConsumer: expect.anything(),
    });
    expect(await get('')).toEqual({ springComponents: components });
    expect(await get('/spring-components')).toEqual(components);
    const simple = await get('/properties/simple');
    expect(simple).toMatchObject({ 'authorization.view.enabled': 'true' });
    expect(await get('/properties')).toMatchObject({
      totalProperties: Object.keys(simple as object).length,
      redactedProperties: 0,
      properties: { 'authorization.view.enabled': { value: 'true' } },
    });
    const clerk = await addActor(server, 'clerk');
    for (const path of ['/openapi/v1/system-info', '/openapi/operations/throttle/requests'])
      expect((await clerk.request('GET', path)).status).toBe(403);
  });

  it.each(['GET', 'POST'])('compare the index with the store: %s', async (method) => {
    const path = '/openapi/operations/elasticSearch/restoreIndices?urnLike=urn:li:dataset:%25';
    const { status, json } = await server.request(method, path, method === 'POST' ? [] : undefined);
    expect(status).toBe(202);
    expect(json).toEqual([
      { job: expect.any(Number), kind: 'doctor', state: expect.any(String), report: expect.any(String) },
    ]);
    expect((await server.request('GET', json[0].report)).json).toMatchObject({ id: json[0].job });
  });

  it('share a repair that has not begun, and no comparison that changes nothing', async () => {
    const gate = new Gate();
    const own = await startServer({ environment: { pause: () => gate.pass() } });
    const restore = async (): Promise<unknown> =>
      (await own.request('POST', '/openapi/operations/elasticSearch/restoreIndices', [])).json[0];
    try {
      gate.close();
      await own.request('POST', '/api/colophon/v1/doctor', {});
      const compared = (await own.request('POST', '/api/colophon/v1/doctor', {})).json;
      expect(compared.state).toBe('waiting');
      const repair = await restore();
      expect(repair).not.toMatchObject({ job: compared.id });
      expect(await restore()).toEqual(repair);
    } finally {
      gate.open();
      await own.stop();
    }
  });

  it.each([
    ['GET', '/openapi/operations/elasticSearch/getTaskStatus?task=a:1', 'no Elasticsearch'],
    ['GET', '/openapi/operations/kafka/topics', 'does not use Kafka'],
    ['POST', '/openapi/operations/k8/deployments/x/scale', 'no Kubernetes operations'],
    ['GET', '/openapi/operations/consistency/checks', 'no checks by entity type'],
    ['GET', '/openapi/operations/constructor', 'no such operation'],
  ])('%s %s is not found, with the reason', async (method, path, reason) => {
    const { status, json } = await server.request(method, path, method === 'POST' ? {} : undefined);
    expect(status).toBe(404);
    expect(json.message).toContain(reason);
  });

  it('refuses other methods', async () => {
    const path = '/openapi/operations/elasticSearch/restoreIndices';
    expect((await server.request('HEAD', path)).status).toBe(405);
    expect((await server.request('DELETE', path)).status).toBe(405);
  });
});

describe('what clients send beside metadata', () => {
  it('asks who the caller is', async () => {
    const { json } = await server.request('GET', '/openapi/operations/identity/user/urn?skipCache=true');
    expect(json).toEqual({ urn: 'urn:li:corpuser:datahub' });
  });

  it('accepts usage events, and discards them', async () => {
    const event = { type: 'PageViewEvent', actorUrn: 'urn:li:corpuser:datahub', timestamp: 1 };
    expect((await server.request('POST', '/openapi/v1/tracking/track', event)).status).toBe(200);
    expect((await server.request('GET', '/openapi/v1/tracking/track')).status).toBe(405);
  });
});

describe('the registry over REST', () => {
  const models = '/openapi/v1/registry/models';

  it('returns an entity type and an aspect', async () => {
    const entity = await server.request('GET', `${models}/entity/specifications/DATASET`);
    expect(entity.json).toMatchObject({ name: 'dataset', keyAspectName: 'datasetKey' });
    const aspects = await server.request('GET', `${models}/entity/specifications/dataset/aspects`);
    expect(aspects.json.datasetProfile).toEqual({
      aspectAnnotation: { name: 'datasetProfile', timeseries: true, schemaVersion: 1 },
    });
    const aspect = await server.request('GET', `${models}/aspect/specifications/status`);
    expect(aspect.json.aspectAnnotation).toMatchObject({ name: 'status', timeseries: false });
  });

  it('lists aspects page by page', async () => {
    const { json } = await server.request('GET', `${models}/aspect/specifications?start=270&count=50`);
    expect(json.start).toBe(270);
    expect(json.count).toBe(json.elements.length);
    expect(json).toMatchObject({ total: 270 + Number(json.count) });
  });

  it.each([
    'entity/specifications/datset',
    'entity/specifications/datset/aspects',
    'aspect/specifications/stat',
  ])('has nothing at %s', async (path) => {
    const { status, json } = await server.request('GET', `${models}/${path}`);
    expect(status).toBe(404);
    expect(json.message).toContain('There is no');
  });
});
