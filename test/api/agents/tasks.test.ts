import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { call } from './agent-client.ts';

/**
 * What people ask an agent about the demo. Each uses only what a schema, a description or an earlier answer says: no urn is
 * known before it was found.
 */

const MOST_CALLS = 6;
const MOST_CHARACTERS = 25_000;

let server: TestServer;
let calls = 0;
let characters = 0;

beforeAll(async () => {
  server = await startServer();
  const { status } = await server.request('POST', '/api/colophon/v1/demo', {});
  expect(status).toBeLessThan(300);
});
afterAll(() => server.stop());
beforeEach(() => {
  calls = 0;
  characters = 0;
});
afterEach(() => {
  expect(calls).toBeLessThanOrEqual(MOST_CALLS);
  expect(characters).toBeLessThanOrEqual(MOST_CHARACTERS);
});

/** The answer of a tool. */
// oxlint-disable-next-line typescript/no-explicit-any -- the tasks assert its shape
async function ask(name: string, args: Record<string, unknown>): Promise<any> {
  calls += 1;
  const { content, isError, structuredContent } = await call(server, name, args);
  const text = content[0]?.text ?? '';
  characters += text.length;
  expect(isError, text).toBeUndefined();
  return structuredContent;
}

describe('an agent with the tools alone', () => {
  it('1. finds the table of orders, its owners and its columns', async () => {
    const { results } = await ask('search', {
      query: 'fct_orders',
      filter: 'entity_type = dataset',
      limit: 3,
    });
    const { entities } = await ask('get_entities', {
      urns: [results[0].urn],
      include: ['labels', 'columns', 'description'],
    });
    expect(entities[0].untrusted.name).toBe('fct_orders');
    expect(entities[0].labels.owners.length).toBeGreaterThan(0);
    expect(entities[0].columns.total).toBeGreaterThan(5);
  });

  it('2. counts datasets by classification and names those without', async () => {
    const { properties } = await ask('list_properties', { applies_to: 'dataset', query: 'classification' });
    const name = properties[0].urn.replace('urn:li:structuredProperty:', '');
    const counted = await ask('search', {
      filter: 'entity_type = dataset',
      facets: [`structuredProperties.${name}`],
      limit: 0,
    });
    const rest = await ask('search', {
      filter: `entity_type = dataset AND structuredProperties.${name} IS NULL`,
      limit: 5,
    });
    const counts: number[] = counted.facets[0].values.map(({ count }: { readonly count: number }) => count);
    const without: number = rest.total;
    expect(counts.reduce((sum, count) => sum + count, without)).toBe(counted.total);
  });

  it('3. shows which dashboards break if a table changes', async () => {
    const { found } = await ask('resolve', { names: ['fct_orders'], kinds: ['dataset'] });
    const lineage = await ask('get_lineage', {
      urn: found[0].urn,
      hops: 5,
      filter: 'entity_type = dashboard',
    });
    expect(lineage.total).toBeGreaterThan(0);
    expect(lineage.by_type).toEqual({ dashboard: lineage.total });
  });

  it('4. lists personal data that nobody owns', async () => {
    const { total } = await ask('search', {
      filter:
        'entity_type = dataset AND structuredProperties.io.hearth.personalData IS NOT NULL AND owner IS NULL',
      fields: ['structuredProperties.io.hearth.personalData'],
      limit: 5,
    });
    const all = await ask('search', {
      filter: 'entity_type = dataset AND structuredProperties.io.hearth.personalData IS NOT NULL',
      limit: 0,
    });
    expect(total).toBeLessThan(all.total);
  });

  it('5. tags assets of a domain after a look at the plan, and sees the result', async () => {
    const filter = 'entity_type = dataset AND domain = Payments AND platform = kafka AND tag != pii';
    const before = await ask('search', { filter, limit: 0 });
    expect(before.total).toBeGreaterThan(0);
    const planned = await ask('set_metadata', {
      changes: [{ search: { filter }, field: 'tags', action: 'add', values: ['pii'] }],
      reason: 'the payment streams carry names',
    });
    expect(planned.changed).toBe(before.total);
    const applied = await ask('set_metadata', { plan: planned.plan });
    expect(applied).toMatchObject({ state: 'done', changed: before.total, failed: 0 });
    expect((await ask('search', { filter, limit: 0 })).total).toBe(0);
  });

  it('6. changes the retention of a table, and takes it back', async () => {
    const { found } = await ask('resolve', { names: ['fct_orders'], kinds: ['dataset'] });
    const planned = await ask('set_metadata', {
      changes: [{ urns: [found[0].urn], field: 'io.hearth.retentionDays', action: 'set', values: [90] }],
      reason: 'a new policy',
    });
    expect(planned.changed).toBe(1);
    const { edit } = await ask('set_metadata', { plan: planned.plan });
    const undo = await ask('undo', { edit, reason: 'the policy was withdrawn' });
    expect(undo).toMatchObject({ changed: 1, kept: [] });
    expect(await ask('undo', { plan: undo.plan })).toMatchObject({ state: 'done', changed: 1 });
  });

  it('7. adds an allowed value, and is warned before it removes one', async () => {
    const { properties } = await ask('list_properties', { query: 'classification' });
    const [{ allowed_values: allowed, urn }] = properties;
    const definition = (values: readonly string[]): unknown => ({
      definitions: [
        {
          urn,
          propertyDefinition: {
            qualifiedName: urn.replace('urn:li:structuredProperty:', ''),
            valueType: `urn:li:dataType:datahub.${properties[0].value_type}`,
            cardinality: properties[0].cardinality,
            entityTypes: properties[0].entity_types.map(
              (type: string) => `urn:li:entityType:datahub.${type}`,
            ),
            allowedValues: values.map((string) => ({ value: { string } })),
          },
        },
      ],
    });
    const added = await ask('set_definitions', {
      ...(definition([...allowed, 'Secret']) as object),
      reason: 'a class for keys',
    });
    expect(added.definitions[0]).toMatchObject({ values: 0 });
    await ask('set_definitions', { plan: added.plan });
    const removed = await ask('set_definitions', {
      ...(definition(['Public', 'Secret']) as object),
      reason: 'fewer classes',
    });
    expect(removed.definitions[0].values).toBeGreaterThan(0);
  });

  it('8. says whether it may, and why', async () => {
    const me = await ask('get_me', {});
    const { found } = await ask('resolve', { names: ['fct_orders'], kinds: ['dataset'] });
    const mine = await ask('explain_access', { privilege: 'EDIT_ENTITY_TAGS', urn: found[0].urn });
    expect(me.token.read_only).toBe(false);
    expect(mine.allowed).toBe(true);
    const { results } = await ask('search', {
      query: 'lin chen',
      filter: 'entity_type = corpuser',
      limit: 1,
    });
    const hers = await ask('explain_access', {
      privilege: 'EDIT_ENTITY_TAGS',
      urn: found[0].urn,
      actor: results[0].urn,
    });
    expect(hers.reason).not.toBe('');
  });

  it('9. reports an incident, sees it on the asset, and resolves it', async () => {
    const { found } = await ask('resolve', { names: ['fct_orders'], kinds: ['dataset'] });
    const { urn } = await ask('report', {
      kind: 'incident',
      urn: found[0].urn,
      title: 'late',
      reason: 'test',
    });
    const { entities } = await ask('get_entities', { urns: [found[0].urn], include: ['quality'] });
    expect(entities[0].quality.open_incidents.items.map((one: { urn: string }) => one.urn)).toContain(urn);
    await ask('report', { kind: 'resolve', urn, text: 'arrived', reason: 'test' });
  });

  it('10. follows what changed since it last looked', async () => {
    const { cursor } = await ask('changes', { since: 'now' });
    const { found } = await ask('resolve', { names: ['fct_orders'], kinds: ['dataset'] });
    const { plan } = await ask('set_metadata', {
      changes: [{ urns: [found[0].urn], field: 'tags', action: 'add', values: ['experimental'] }],
      reason: 'to see the change',
    });
    await ask('set_metadata', { plan });
    const { at_end: atEnd, events } = await ask('changes', { since: cursor, urns: [found[0].urn] });
    expect(atEnd).toBe(true);
    expect(events).toMatchObject([{ aspect: 'globalTags' }]);
  });
});
