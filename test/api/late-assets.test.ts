import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../support/catalog-client.ts';
import { callsOf } from '../support/graphql-calls.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';

/** Maximum wait for an index in OpenSearch, which lags behind the response. */
const SOON = { timeout: 20_000 };
const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
});
afterAll(() => server.stop());

const entityPath = (urn: string): string =>
  `/openapi/v3/entity/${urn.split(':')[2] ?? ''}/${encodeURIComponent(urn)}`;
const remove = (urn: string): Promise<Answer> => server.request('DELETE', entityPath(urn));
const undo = (urn: string): Promise<Answer> => server.request('POST', '/api/colophon/v1/undo', { urn });

async function put(urn: string, aspect: string, value: object): Promise<string> {
  const { status, text } = await server.request(
    'POST',
    `${aspectPath(urn, aspect, 'v3')}?createIfNotExists=false`,
    { value },
  );
  expect(status, text).toBe(200);
  return urn;
}

const newDataset = (name: string): Promise<string> => put(datasetUrn(name), 'datasetProperties', { name });

/** Reports an incident on assets, which may not exist. */
const raise = (id: string, state: string, ...entities: readonly string[]): Promise<string> =>
  put(`urn:li:incident:${id}`, 'incidentInfo', {
    type: 'OPERATIONAL',
    entities,
    created: STAMP,
    status: { state, lastUpdated: STAMP },
  });

async function listed(urn: string, list = 'activeIncidentDetails'): Promise<readonly string[]> {
  const details: { urn: string }[] = (await calls.stored(urn, 'incidentsSummary'))?.[list] ?? [];
  return details.map((one) => one.urn);
}

async function productsOf(urn: string): Promise<readonly string[]> {
  const products: { destinationUrn: string }[] =
    (await calls.stored(urn, 'dataProducts'))?.dataProducts ?? [];
  return products.map((one) => one.destinationUrn);
}

const withAssets = (...urns: readonly string[]): object => ({
  name: 'p',
  assets: urns.map((destinationUrn) => ({ destinationUrn })),
});

describe('an asset that is created after references to it', () => {
  it('has its incidents, for every kind of write that creates it', async () => {
    const [first, second] = [datasetUrn('late.a'), datasetUrn('late.b')];
    const early = await raise('early', 'ACTIVE', first, datasetUrn('late.never'));
    await newDataset('late.a');
    await expect.poll(() => listed(first), SOON).toEqual([early]);
    // Two aspects, one of them several times, in one batch.
    const other = await raise('early-batch', 'ACTIVE', second);
    const batch = ['n', 'm', 'n', 'n'].map((name) => ({
      urn: second,
      datasetProperties: { value: { name } },
      status: { value: { removed: false } },
    }));
    const { status, text } = await server.request('POST', '/openapi/v3/entity/dataset', batch);
    expect(status, text).toBeLessThan(300);
    await expect.poll(() => listed(second), SOON).toEqual([other]);
    await remove(other);
    expect(await listed(second)).toEqual([]);
  });

  it('has its data products', async () => {
    const [d, e] = [datasetUrn('late.products.d'), datasetUrn('late.products.e')];
    const products = [
      await put('urn:li:dataProduct:early-p', 'dataProductProperties', withAssets(d, e)),
      await put('urn:li:dataProduct:early-q', 'dataProductProperties', withAssets(e, d)),
    ];
    await newDataset('late.products.d');
    await expect.poll(async () => (await productsOf(d)).toSorted(), SOON).toEqual(products);
  });
});

describe('an asset that is restored', () => {
  it('has its current incidents', async () => {
    const d = await newDataset('restored.incidents');
    const gone = await raise('gone', 'ACTIVE', d);
    const resolved = await raise('resolved', 'ACTIVE', d);
    await raise('moved', 'ACTIVE', d);
    await remove(d);
    await remove(gone);
    await raise('resolved', 'RESOLVED', d);
    await raise('moved', 'ACTIVE', await newDataset('restored.other'));
    const raised = await raise('while-gone', 'ACTIVE', d);
    expect((await undo(d)).status).toBe(200);
    await expect.poll(() => listed(d), SOON).toEqual([raised]);
    expect(await listed(d, 'resolvedIncidentDetails')).toEqual([resolved]);
  });

  it('has its current incidents after a soft deletion', async () => {
    const d = await newDataset('restored.soft');
    const incident = await raise('soft', 'ACTIVE', d);
    await put(d, 'status', { removed: true });
    await remove(incident);
    const raised = await raise('while-soft', 'ACTIVE', d);
    await put(d, 'status', { removed: false });
    expect(await listed(d)).toEqual([raised]);
  });

  it('is in its current data products', async () => {
    const d = await newDataset('restored.products');
    const p = await put('urn:li:dataProduct:restored-p', 'dataProductProperties', withAssets(d));
    await remove(d);
    await put(p, 'dataProductProperties', withAssets());
    const q = await put('urn:li:dataProduct:restored-q', 'dataProductProperties', withAssets(d));
    expect((await undo(d)).status).toBe(200);
    await expect.poll(() => productsOf(d), SOON).toEqual([q]);
  });
});
