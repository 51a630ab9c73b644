import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer } from '../../support/start-server.ts';
import type { Answer, TestServer } from '../../support/start-server.ts';

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

describe.each<[string, Send, number]>([
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
])('a patch over %s', (name, send, unfit) => {
  it('that only removes creates no entity', async () => {
    const urn = datasetUrn(`absent ${name}`);
    for (const patch of [REMOVE, [], [{ op: 'test', path: '/properties', value: null }]]) {
      const { status, text } = await send(urn, patch);
      expect([status, text]).toEqual([404, expect.stringContaining('does not exist, and a patch that only')]);
    }
    expect((await server.request('GET', aspectPath(urn, 'datasetKey', 'v3'))).status).toBe(404);
  });

  it('that also adds creates the entity', async () => {
    const urn = datasetUrn(`new ${name}`);
    const value = { propertyUrn: PROPERTY, values: [{ string: 'x' }] };
    const add = { op: 'add', path: `/properties/${PROPERTY}`, value };
    expect((await send(urn, [...REMOVE, add])).status).toBe(200);
    expect(await clientOf(server).values(urn)).toEqual({ patched: [{ string: 'x' }] });
  });

  it('that can match nothing of the schema is refused, and one of an absent key succeeds', async () => {
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
