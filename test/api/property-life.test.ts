import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import { startServer } from '../support/start-server.ts';
import type { TestServer } from '../support/start-server.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

const remove = (urn: string, removed: boolean) => client.post(urn, 'status', { removed });

describe('the main job', () => {
  it('defines, assigns, reads, filters and counts', async () => {
    await client.define('life.retention', { type: 'number', cardinality: 'MULTIPLE' });
    await client.dataset('life.orders');
    const assigned = await client.assign(datasetUrn('life.orders'), {
      'life.retention': [{ double: 30 }, { double: 365 }],
    });
    expect(assigned.text).toContain('{"double":30.0},{"double":365.0}');
    expect(await client.values(datasetUrn('life.orders'))).toEqual({
      'life.retention': [{ double: 30 }, { double: 365 }],
    });
    expect(await client.find('structuredProperties.life.retention', 'GREATER_THAN', ['100'])).toEqual([
      datasetUrn('life.orders'),
    ]);
    expect(await client.find('structuredProperties.life.retention', 'GREATER_THAN', ['365'])).toEqual([]);
    expect(await client.facet('structuredProperties.life.retention')).toEqual({ '30.0': 1, '365.0': 1 });
  });
});

describe('a soft-deleted property', () => {
  it('hides its values, denies what names it, and comes back whole', async () => {
    await client.define('soft.kept');
    await client.define('soft.hidden');
    await client.dataset('soft.orders');
    const urn = datasetUrn('soft.orders');
    const hidden = propertyUrn('soft.hidden');
    await client.assign(urn, { 'soft.hidden': [{ string: 'a' }], 'soft.kept': [{ string: 'b' }] });
    const before = await client.facet('structuredProperties.soft.hidden');

    expect((await remove(hidden, true)).status).toBe(200);
    expect(await client.values(urn)).toEqual({ 'soft.kept': [{ string: 'b' }] });
    const redefined = await client.post(
      hidden,
      'propertyDefinition',
      definition('soft.hidden', { cardinality: 'MULTIPLE' }),
    );
    expect(redefined.status).toBe(400);
    expect(redefined.json.message).toContain('Cannot mutate a soft deleted Structured Property Definition');
    const assigned = await client.assign(urn, { 'soft.hidden': [{ string: 'c' }] });
    expect(assigned.status).toBe(400);
    expect(assigned.json.message).toContain('Cannot apply a soft deleted Structured Property value');
    await expect(client.find('structuredProperties.soft.hidden')).rejects.toThrow(
      'Cannot filter on deleted Structured Property',
    );
    await expect(client.facet('structuredProperties.soft.hidden')).rejects.toThrow(
      'deleted Structured Property',
    );

    for (const query of ['structuredProperties.soft.hidden:a', '_exists_:structuredProperties.soft_hidden']) {
      const { status, json } = await server.request('GET', `/openapi/v3/entity/dataset?query=${query}`);
      expect([status, json.message]).toEqual([400, expect.stringContaining('deleted Structured Property')]);
    }

    // A write that replaces everything the writer sees keeps what it does not see.
    expect((await client.assign(urn, { 'soft.kept': [{ string: 'new' }] })).status).toBe(200);
    expect((await remove(hidden, false)).status).toBe(200);
    expect(await client.values(urn)).toEqual({
      'soft.kept': [{ string: 'new' }],
      'soft.hidden': [{ string: 'a' }],
    });
    expect(await client.facet('structuredProperties.soft.hidden')).toEqual(before);
  });
});

describe('a hard-deleted property', () => {
  it('is gone with its values at once, and its name starts a new life', async () => {
    await client.define('hard.team');
    await client.dataset('hard.orders');
    const urn = datasetUrn('hard.orders');
    await client.assign(urn, { 'hard.team': [{ string: 'old' }] });
    const path = `/openapi/v3/entity/structuredProperty/${encodeURIComponent(propertyUrn('hard.team'))}`;
    expect((await server.request('DELETE', path)).status).toBe(200);
    expect((await server.request('GET', `${path}/propertyDefinition`)).status).toBe(404);
    expect(await client.values(urn)).toEqual({});
    expect(await client.find('structuredProperties.hard.team')).toEqual([]);
    expect((await client.assign(urn, { 'hard.team': [{ string: 'x' }] })).status).toBe(400);

    await client.define('hard.team', { type: 'number' });
    expect(await client.values(urn)).toEqual({});
    expect(await client.find('structuredProperties.hard.team')).toEqual([]);
    await client.assign(urn, { 'hard.team': [{ double: 1 }] });
    expect(await client.facet('structuredProperties.hard.team')).toEqual({ '1.0': 1 });
    const history = await server.request('GET', `${aspectPath(urn, 'structuredProperties', 'v3')}?version=1`);
    expect(history.text).not.toContain('old');
  });
});

describe('a breaking change', () => {
  it('needs a version; then old values are neither returned nor found', async () => {
    await client.define('break.level', { cardinality: 'MULTIPLE' });
    await client.dataset('break.orders');
    const urn = datasetUrn('break.orders');
    await client.assign(urn, { 'break.level': [{ string: 'high' }] });
    const narrowed = await client.post(
      propertyUrn('break.level'),
      'propertyDefinition',
      definition('break.level'),
    );
    expect(narrowed.status).toBe(400);
    expect(narrowed.json.message).toContain(
      'Property definition cardinality cannot be changed from MULTI to SINGLE',
    );

    const versioned = definition('break.level', { version: '20261121120000' });
    expect((await client.post(propertyUrn('break.level'), 'propertyDefinition', versioned)).status).toBe(200);
    expect(await client.values(urn)).toEqual({});
    expect(await client.find('structuredProperties.break.level')).toEqual([]);
    await client.assign(urn, { 'break.level': [{ string: 'low' }] });
    expect(await client.facet('structuredProperties.break.level')).toEqual({ low: 1 });
  });
});

describe('a batch', () => {
  it('reports every failure and writes nothing', async () => {
    await client.define('batch.days', { type: 'number' });
    const value = (propertyValue: unknown) => ({
      structuredProperties: {
        value: { properties: [{ propertyUrn: propertyUrn('batch.days'), values: [propertyValue] }] },
      },
    });
    const answer = await server.request('POST', '/openapi/v3/entity/dataset?async=false', [
      { urn: datasetUrn('batch.good'), ...value({ double: 1 }) },
      { urn: datasetUrn('batch.bad1'), ...value({ string: 'many' }) },
      { urn: datasetUrn('batch.bad2'), ...value({ string: 'few' }) },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain('{string=many}');
    expect(answer.json.message).toContain('{string=few}');
    for (const name of ['good', 'bad1', 'bad2']) {
      const { status } = await server.request(
        'GET',
        `/openapi/v3/entity/dataset/${encodeURIComponent(datasetUrn(`batch.${name}`))}`,
      );
      expect(status).toBe(404);
    }
  });
});
