import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

const PROPERTY = propertyUrn('patched');
const REMOVE = [{ op: 'remove', path: `/properties/${PROPERTY}` }];

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await clientOf(server).define('patched');
});
afterAll(() => server.stop());

type Send = (urn: string, patch: readonly unknown[]) => Promise<Answer>;

const one =
  (version: 'v2' | 'v3'): Send =>
  (urn, patch) =>
    server.request('PATCH', aspectPath(urn, 'structuredProperties', version), { patch });

const proposal = (urn: string, patch: readonly unknown[]) => ({
  entityType: 'dataset',
  entityUrn: urn,
  changeType: 'PATCH',
  aspectName: 'structuredProperties',
  aspect: { contentType: 'application/json-patch+json', value: JSON.stringify(patch) },
});

const PROTOCOLS: readonly (readonly [name: string, send: Send, unfit: number])[] = [
  ['v2', one('v2'), 400],
  ['v3', one('v3'), 400],
  [
    'a v3 batch',
    (urn, patch) =>
      server.request('PATCH', '/openapi/v3/entity/dataset?async=false', [
        { urn, structuredProperties: { value: { patch } } },
      ]),
    400,
  ],
  [
    'Rest.li',
    (urn, patch) =>
      server.request('POST', '/aspects?action=ingestProposal', { proposal: proposal(urn, patch) }),
    422,
  ],
];

describe.each(PROTOCOLS)('a patch over %s', (name, send, unfit) => {
  it('that only removes creates no entity', async () => {
    const urn = datasetUrn(`absent ${name}`);
    for (const patch of [REMOVE, [], [{ op: 'test', path: '/properties', value: null }]]) {
      const { status, text } = await send(urn, patch);
      expect([status, text]).toEqual([404, expect.stringContaining('does not exist, and a patch that only')]);
    }
    expect((await server.request('GET', aspectPath(urn, 'datasetKey', 'v3'))).status).toBe(404);
  });

  it('that only removes creates no aspect', async () => {
    const urn = datasetUrn(`bare ${name}`);
    await clientOf(server).dataset(`bare ${name}`);
    expect((await send(urn, REMOVE)).status).toBe(200);
    expect((await server.request('GET', aspectPath(urn, 'structuredProperties', 'v3'))).status).toBe(404);
  });

  it('that also adds creates the entity', async () => {
    const urn = datasetUrn(`new ${name}`);
    const value = { propertyUrn: PROPERTY, values: [{ string: 'x' }] };
    const add = { op: 'add', path: `/properties/${PROPERTY}`, value };
    expect((await send(urn, [...REMOVE, add])).status).toBe(200);
    expect(await clientOf(server).values(urn)).toEqual({ patched: [{ string: 'x' }] });
  });

  it('that cannot match the schema is refused, and one of an absent key succeeds', async () => {
    const urn = datasetUrn(`kept ${name}`);
    await clientOf(server).dataset(`kept ${name}`);
    await clientOf(server).assign(urn, { patched: [{ string: 'x' }] });
    const path = `/properties/${encodeURIComponent(PROPERTY)}`;
    const { status, text } = await send(urn, [{ op: 'remove', path }]);
    expect([status, text]).toEqual([unfit, expect.stringContaining('is not a urn')]);
    expect((await send(urn, [{ op: 'remove', path: `/properties/${PROPERTY}2` }])).status).toBe(200);
    expect(await clientOf(server).values(urn)).toEqual({ patched: [{ string: 'x' }] });
  });
});

describe('a key in a value', () => {
  const other = propertyUrn('patched.other');
  beforeAll(() => clientOf(server).define('patched.other'));

  it('that differs from the path is refused by every protocol, and loses nothing', async () => {
    const urn = datasetUrn('keys');
    await clientOf(server).dataset('keys');
    await clientOf(server).assign(urn, { patched: [{ string: 'x' }] });
    const value = { propertyUrn: other, values: [{ string: 'y' }] };
    const patch = [{ op: 'add', path: `/properties/${PROPERTY}`, value }];
    for (const [name, send, unfit] of PROTOCOLS) {
      const { status, text } = await send(urn, patch);
      expect([name, status, text]).toEqual([name, unfit, expect.stringContaining('write the same in both')]);
    }
    const input = {
      urn,
      aspectName: 'structuredProperties',
      patch: patch.map((one) => ({ ...one, op: 'ADD', value: JSON.stringify(value) })),
    };
    const { data } = await server.graphql(
      'mutation p($input: PatchEntityInput!) { patchEntity(input: $input) { success error } }',
      { input },
    );
    expect(data.patchEntity).toEqual({ success: false, error: expect.stringContaining(`'${other}'`) });
    expect(await clientOf(server).values(urn)).toEqual({ patched: [{ string: 'x' }] });
  });
});

describe('domains and their associations', () => {
  const [a, b, c] = ['urn:li:domain:a', 'urn:li:domain:b', 'urn:li:domain:c'];
  const from = (domain: string, source: string, sourceDetail = {}) => ({
    domain,
    context: 'why',
    attribution: { time: 1, actor: 'urn:li:corpuser:x', source, sourceDetail },
  });
  const assetOf = (name: string) => {
    const path = aspectPath(datasetUrn(`domains ${name}`), 'domains', 'v3');
    return {
      send: (value: unknown) => server.request('POST', `${path}?createIfNotExists=false`, { value }),
      patch: (patch: readonly unknown[], arrayPrimaryKeys = {}) =>
        server.request('PATCH', path, { patch, arrayPrimaryKeys }),
      read: async () => (await server.request('GET', path)).json.value,
    };
  };

  it('follow each other, for writes of either', async () => {
    const asset = assetOf('follow');
    await asset.send({ domains: [a] });
    expect(await asset.read()).toEqual({ domains: [a], domainAssociations: [{ domain: a }] });
    await asset.send({ domains: [], domainAssociations: [from(a, 'urn:li:x:1'), { domain: b }] });
    expect(await asset.read()).toEqual({
      domains: [a, b],
      domainAssociations: [from(a, 'urn:li:x:1'), { domain: b }],
    });
    await asset.send({ domains: [a, c] });
    expect(await asset.read()).toEqual({
      domains: [a, c],
      domainAssociations: [from(a, 'urn:li:x:1'), { domain: c }],
    });
  });

  it('stay equal when a client changes one list of the read value', async () => {
    const asset = assetOf('read');
    await asset.send({ domains: [a], domainAssociations: [from(a, 'urn:li:x:1')] });
    const read = await asset.read();
    await asset.send({ ...read, domains: [a, b] });
    expect((await asset.read()).domainAssociations).toEqual([from(a, 'urn:li:x:1'), { domain: b }]);
    await asset.send({ ...(await asset.read()), domainAssociations: [{ domain: b }] });
    expect(await asset.read()).toEqual({ domains: [b], domainAssociations: [{ domain: b }] });
  });

  it('are refused when both change and differ', async () => {
    const asset = assetOf('both');
    await asset.send({ domains: [a] });
    const { status, text } = await asset.send({ domains: [b], domainAssociations: [] });
    expect([status, text]).toEqual([400, expect.stringContaining("Cannot update both 'domains'")]);
    expect(await asset.read()).toEqual({ domains: [a], domainAssociations: [{ domain: a }] });
  });

  it('follow a patch of either, and the patch of an asset that has none', async () => {
    const asset = assetOf('patch');
    const [path, apart] = ['/domainAssociations/urn:li:x:1/urn:li:domain:a', `/domainAssociations//${b}`];
    await asset.patch([{ op: 'add', path, value: from(a, 'urn:li:x:1') }]);
    await asset.patch([{ op: 'add', path: apart, value: { domain: b } }]);
    expect((await asset.read()).domains).toEqual([a, b]);
    await asset.patch([{ op: 'add', path: `/domains/${c}`, value: c }]);
    expect((await asset.read()).domainAssociations).toHaveLength(3);
    await asset.patch([{ op: 'remove', path }]);
    expect(await asset.read()).toEqual({
      domains: [b, c],
      domainAssociations: [{ domain: b }, { domain: c }],
    });
  });

  it('list propagated ones last', async () => {
    const asset = assetOf('propagated');
    const propagated = from(a, 'urn:li:x:1', { propagated: 'true' });
    await asset.send({ domains: [b, a], domainAssociations: [propagated, { domain: b }] });
    expect(await asset.read()).toEqual({ domains: [b, a], domainAssociations: [{ domain: b }, propagated] });
  });
});

it('owners by type are kept when the owners are written again without them', async () => {
  const path = aspectPath(datasetUrn('owned'), 'ownership', 'v3');
  const value = {
    owners: [{ owner: 'urn:li:corpuser:a', type: 'DATAOWNER' }],
    lastModified: { time: 1, actor: 'urn:li:corpuser:a' },
  };
  const stored = async () => (await server.request('GET', `${path}?systemMetadata=true`)).json;
  for (let times = 0; times < 2; times++) {
    await server.request('POST', `${path}?createIfNotExists=false`, { value });
    const { value: seen, systemMetadata } = await stored();
    expect(seen.ownerTypes).toEqual({
      'urn:li:ownershipType:__system__dataowner': ['urn:li:corpuser:a'],
    });
    expect(systemMetadata.version).toBe('1');
  }
});
