import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

const remove = (urn: string, removed: boolean) => client.post(urn, 'status', { removed });

describe('the main use', () => {
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
  it('hides its values, refuses references to it, and is restored completely', async () => {
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

    const settings = await client.post(hidden, 'structuredPropertySettings', { isHidden: true });
    expect([settings.status, settings.json.message]).toEqual([
      400,
      expect.stringContaining('Cannot mutate a soft deleted Structured Property Definition'),
    ]);

    for (const query of ['structuredProperties.soft.hidden:a', '_exists_:structuredProperties.soft_hidden']) {
      const { status, json } = await server.request('GET', `/openapi/v3/entity/dataset?query=${query}`);
      expect([status, json.message]).toEqual([400, expect.stringContaining('deleted Structured Property')]);
    }

    // A write that replaces all visible values keeps hidden ones.
    expect((await client.assign(urn, { 'soft.kept': [{ string: 'new' }] })).status).toBe(200);
    expect((await remove(hidden, false)).status).toBe(200);
    expect(await client.values(urn)).toEqual({
      'soft.kept': [{ string: 'new' }],
      'soft.hidden': [{ string: 'a' }],
    });
    expect(await client.facet('structuredProperties.soft.hidden')).toEqual(before);
  });
});

describe('a soft-deleted property whose definition is deleted', () => {
  it('frees its name, and cannot be restored', async () => {
    await client.define('soft.undefined');
    await client.dataset('soft.undefined');
    const urn = propertyUrn('soft.undefined');
    const dataset = datasetUrn('soft.undefined');
    await client.assign(dataset, { 'soft.undefined': [{ string: 'old' }] });
    await remove(urn, true);
    expect((await server.request('DELETE', aspectPath(urn, 'propertyDefinition'))).status).toBe(200);

    expect(await client.find('structuredProperties.soft.undefined')).toEqual([]);
    const restored = await remove(urn, false);
    expect([restored.status, restored.json.message]).toEqual([
      400,
      expect.stringContaining('create it instead'),
    ]);
    using computer = new Computer(server);
    for (const command of ['restore', 'delete']) {
      const { code, stderr } = await computer.run([command, '--urn', urn]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/cannot be restored|no entity/)]);
    }

    await client.define('soft.undefined', { type: 'number' });
    expect(await client.values(dataset)).toEqual({});
    expect((await client.assign(dataset, { 'soft.undefined': [{ double: 1 }] })).status).toBe(200);
    expect(await client.facet('structuredProperties.soft.undefined')).toEqual({ '1.0': 1 });
  });
});

describe('the name that the index of DataHub has for a definition with a version', () => {
  const spelling = (version: string, type: string) =>
    `structuredProperties._versioned.spelled_team.${version}.${type}`;

  it('selects the property while it has that version, and is refused while it is soft-deleted', async () => {
    await client.define('spelled.team', { version: '20260101000000' });
    await client.dataset('spelled');
    await client.assign(datasetUrn('spelled'), { 'spelled.team': [{ string: 'red' }] });
    const field = spelling('20260101000000', 'string');
    expect(await client.find(field, 'EQUAL', ['red'])).toEqual([datasetUrn('spelled')]);
    expect(await client.find(`${field}.keyword`, 'EQUAL', ['red'])).toEqual([datasetUrn('spelled')]);
    expect(await client.facet(field)).toEqual({ red: 1 });
    expect(await client.find(spelling('20250101000000', 'string'))).toEqual([]);
    expect(await client.find(spelling('20260101000000', 'number'))).toEqual([]);

    await remove(propertyUrn('spelled.team'), true);
    const earlier = spelling('20250101000000', 'string');
    for (const name of [field, earlier]) {
      await expect(client.find(name)).rejects.toThrow('Cannot filter on deleted Structured Property');
    }
    for (const query of [
      `${field}:red`,
      `_exists_:${earlier}`,
      `(${field}^2 x)`,
      field.replaceAll('.', '\\.'),
    ]) {
      const path = `/openapi/v3/entity/dataset?query=${encodeURIComponent(query)}`;
      const { status, json } = await server.request('GET', path);
      expect([query, status, json.message]).toEqual([
        query,
        400,
        expect.stringContaining('deleted Structured Property'),
      ]);
    }
  });
});

describe('a hard-deleted property', () => {
  it('is deleted with its values at once, and its name starts a new generation', async () => {
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
      'Property definition cardinality cannot be changed from MULTIPLE to SINGLE',
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
