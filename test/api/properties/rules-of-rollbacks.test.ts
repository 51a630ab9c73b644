import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn, type Value } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

const STRICT = { 'X-Colophon-Strict': 'true' };
const A: Value = { string: 'a' };

/** Defines properties of texts. Their rules, if they get some, are for the dataset of the same case alone. */
async function begin(name: string, ...properties: readonly string[]): Promise<string> {
  for (const one of properties) await client.define(one, { type: 'string', cardinality: 'MULTIPLE' });
  await client.dataset(name);
  return datasetUrn(name);
}

async function rule(property: string, urn: string, rules: object): Promise<void> {
  const appliesIf = { criteria: [{ field: 'URN', condition: 'EQUALS', values: [urn] }], level: 'REPORT' };
  const { status, text } = await client.post(propertyUrn(property), 'structuredPropertyRules', {
    appliesIf,
    ...rules,
  });
  expect(status, text).toBe(200);
}

function assignByRun(urn: string, runId: string, assigned: Readonly<Record<string, readonly Value[]>>) {
  const properties = Object.entries(assigned).map(([name, values]) => ({
    propertyUrn: propertyUrn(name),
    values,
  }));
  const path = `${aspectPath(urn, 'structuredProperties', 'v3')}?createIfNotExists=false`;
  return server.request('POST', path, {
    value: { properties },
    systemMetadata: { runId, lastObserved: 1 },
  });
}

const rollBack = (runId: string, headers = {}): Promise<Answer> =>
  server.request('POST', '/runs?action=rollback', { runId }, headers);

const required = (name: string, urn: string) =>
  `Property: ${propertyUrn(name)} is required on ${urn}. Send a value for it.`;

describe('rolling back a run', () => {
  it('is refused where a required value would be replaced by none', async () => {
    const urn = await begin('replaced', 'replaced.needed', 'replaced.other');
    await client.assign(urn, { 'replaced.other': [A] });
    await assignByRun(urn, 'replaced', { 'replaced.needed': [A] });
    await rule('replaced.needed', urn, { required: { level: 'ENFORCE' } });
    const { status, text } = await rollBack('replaced');
    expect([status, text]).toEqual([422, expect.stringContaining(required('replaced.needed', urn))]);
    expect(await client.values(urn)).toEqual({ 'replaced.needed': [A] });
  });

  it('is refused where it would remove all assignments, before another row of the run is undone', async () => {
    const urn = await begin('removed', 'removed.needed');
    const other = await begin('removed.other', 'removed.free');
    await assignByRun(other, 'removed', { 'removed.free': [A] });
    await assignByRun(urn, 'removed', { 'removed.needed': [A] });
    await rule('removed.needed', urn, { required: { level: 'ENFORCE' } });
    const { status, text } = await rollBack('removed');
    expect([status, text]).toEqual([422, expect.stringContaining(required('removed.needed', urn))]);
    expect(await client.values(other)).toEqual({ 'removed.free': [A] });
    // A later value is not of the run, so the rest of it can be undone.
    await client.assign(urn, { 'removed.needed': [{ string: 'b' }] });
    expect((await rollBack('removed')).status).toBe(200);
    expect([await client.values(urn), await client.values(other)]).toEqual([
      { 'removed.needed': [{ string: 'b' }] },
      {},
    ]);
  });

  it('does not ask for values of assets that the run created', async () => {
    const [urn] = [datasetUrn('created')];
    await begin('created.before', 'created.needed');
    await rule('created.needed', urn, { required: { level: 'ENFORCE' } });
    const made = await server.request('POST', '/openapi/v3/entity/dataset?async=false', [
      {
        urn,
        structuredProperties: {
          value: { properties: [{ propertyUrn: propertyUrn('created.needed'), values: [A] }] },
          systemMetadata: { runId: 'created', lastObserved: 1 },
        },
      },
    ]);
    expect(made.status, made.text).toBe(200);
    const undone = await rollBack('created');
    expect(undone.status, undone.text).toBe(200);
    expect(undone.headers.get('x-colophon-warnings')).toBe(null);
  });

  it('does not ask for values that only the run requires', async () => {
    const urn = await begin('own', 'own.needed');
    await assignByRun(urn, 'own', { 'own.needed': [A] });
    const path = `${aspectPath(propertyUrn('own.needed'), 'structuredPropertyRules', 'v3')}?createIfNotExists=false`;
    const ruled = await server.request('POST', path, {
      value: {
        required: { level: 'ENFORCE' },
        appliesIf: { criteria: [{ field: 'URN', condition: 'EQUALS', values: [urn] }], level: 'REPORT' },
      },
      systemMetadata: { runId: 'own', lastObserved: 2 },
    });
    expect(ruled.status, ruled.text).toBe(200);
    const undone = await rollBack('own');
    expect(undone.status, undone.text).toBe(200);
    expect(await client.values(urn)).toEqual({});
  });

  it('warns of what it brings back, and is refused if the request is strict', async () => {
    const urn = await begin('warned', 'warned.needed', 'warned.short');
    await client.assign(urn, { 'warned.short': [{ string: 'long' }] });
    await assignByRun(urn, 'warned', { 'warned.needed': [A] });
    await rule('warned.needed', urn, { required: { level: 'WARN' } });
    await rule('warned.short', urn, { values: { maxLength: 2, level: 'WARN' } });
    const refused = await rollBack('warned', STRICT);
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining(required('warned.needed', urn)),
    ]);
    expect(await client.values(urn)).toEqual({ 'warned.needed': [A] });
    const undone = await rollBack('warned');
    expect(undone.status, undone.text).toBe(200);
    expect(JSON.parse(undone.headers.get('x-colophon-warnings') ?? 'null')).toEqual([
      expect.stringContaining('value: {string=long} is longer than'),
      required('warned.needed', urn),
    ]);
    expect(await client.values(urn)).toEqual({ 'warned.short': [{ string: 'long' }] });
  });

  it('warns in GraphQL', async () => {
    const urn = await begin('graphql', 'graphql.needed');
    await assignByRun(urn, 'graphql', { 'graphql.needed': [A] });
    await rule('graphql.needed', urn, { required: { level: 'WARN' } });
    const { data, extensions } = await server.graphql(
      `mutation { rollbackIngestion(input: { runId: "graphql" }) }`,
    );
    expect(data).toEqual({ rollbackIngestion: 'graphql' });
    expect(JSON.stringify(extensions)).toContain(required('graphql.needed', urn));
  });
});
