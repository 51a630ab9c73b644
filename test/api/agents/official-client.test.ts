import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';
import { connected } from './official-client.ts';

const ORDERS = datasetUrn('shop.orders');

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ options: { 'agents.callsPerMinute': 0 } });
  const client = clientOf(server);
  await client.dataset('shop.orders', { name: 'orders', description: 'x'.repeat(3_000) });
  await client.define('io.acme.note', { allowedValues: [{ string: 'a' }] });
  await client.assign(ORDERS, { 'io.acme.note': [{ string: 'a' }] });
});
afterAll(() => server.stop());

describe.each([
  ['legacy', 'legacy', '2025-11-25'],
  ['modern', 'auto', '2026-07-28'],
] as const)('the official client of the %s generation', (_name, mode, version) => {
  it('connects, lists tools, and calls them', async () => {
    const client = await connected(server, mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()?.name).toBe('colophon');
    expect(client.getInstructions()).toContain('untrusted');
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(7);
    const { isError, structuredContent } = await client.callTool({ name: 'get_me', arguments: {} });
    expect(isError).toBeFalsy();
    expect(structuredContent).toMatchObject({ token: { read_only: false } });
    const failed = await client.callTool({ name: 'search', arguments: { filter: 'tag = nothing' } });
    expect(failed.isError).toBe(true);
    await client.close();
  });

  it.each([
    ['search', { facets: ['platform'], fields: ['tags'], limit: 1 }],
    ['resolve', { names: ['orders', 'nothing'] }],
    [
      'get_entities',
      {
        urns: [ORDERS],
        include: [
          'description',
          'properties',
          'labels',
          'columns',
          'lineage',
          'queries',
          'quality',
          'access',
        ],
      },
    ],
    ['list_properties', { applies_to: ORDERS }],
    ['get_lineage', { urn: ORDERS, target: ORDERS }],
    ['changes', { since: 'oldest' }],
    ['explain_access', { privilege: 'EDIT_ENTITY_TAGS', urn: ORDERS, actor: 'urn:li:corpuser:datahub' }],
    ['report', { kind: 'incident', urn: ORDERS, title: 'late', reason: 'a test' }],
  ])('accepts the answer of %s by its output schema', async (name, args) => {
    const client = await connected(server, mode);
    await client.listTools();
    const { content, isError } = await client.callTool({ name, arguments: args });
    expect(isError, JSON.stringify(content)).toBeFalsy();
    await client.close();
  });

  it('accepts plans, their results and their undo by their output schemas', async () => {
    const client = await connected(server, mode);
    await client.listTools();
    const ask = async (name: string, args: object): Promise<Record<string, unknown>> => {
      const { content, isError, structuredContent } = await client.callTool({ name, arguments: args });
      expect(isError, JSON.stringify(content)).toBeFalsy();
      return structuredContent as Record<string, unknown>;
    };
    const applied = async (name: string, args: object): Promise<Record<string, unknown>> => {
      const { plan } = await ask(name, { ...args, reason: 'a test' });
      return ask(name, { plan });
    };
    const changes = [{ urns: [ORDERS], field: 'io.acme.note', action: 'clear' }];
    const { edit } = await applied('set_metadata', { changes });
    await applied('undo', { edit });
    const urn = propertyUrn(`io.acme.${mode}`);
    const definitions = [{ urn, propertyDefinition: definition(`io.acme.${mode}`) }];
    const { commit } = await applied('set_definitions', { definitions });
    await applied('undo', { commit });
    await client.close();
  });

  it('reads resources', async () => {
    const client = await connected(server, mode);
    const { resources } = await client.listResources();
    expect(resources).toHaveLength(3);
    const { contents } = await client.readResource({ uri: `colophon://entity/${ORDERS}` });
    expect(contents[0]?.text).toContain(ORDERS);
    await client.close();
  });

  it('sees no tools that write with a read-only token', async () => {
    const reader = await addActor(server, `reader-${mode}`, { token: { readOnly: true } });
    const client = await connected(reader, mode);
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    await client.close();
  });
});

it('the official client hears of a change of an entity', async () => {
  const client = await connected(server, 'auto');
  const { promise, resolve } = Promise.withResolvers<object>();
  client.setNotificationHandler('notifications/resources/updated', resolve);
  const uri = `colophon://entity/${ORDERS}`;
  const subscription = await client.listen({ resourceSubscriptions: [uri] });
  await clientOf(server).dataset('shop.orders', { name: 'changed' });
  expect(await promise).toMatchObject({ params: { uri } });
  await subscription.close();
  await client.close();
});
