import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';
import { until } from '../../support/until.ts';
import { ask, refused, send } from './agent-client.ts';

const ORDERS = datasetUrn('shop.orders');
const NOTE = propertyUrn('io.acme.note');

let server: TestServer;
let reader: TestServer;

beforeAll(async () => {
  server = await startServer();
  const client = clientOf(server);
  await client.dataset('shop.orders');
  await client.define('io.acme.note');
  await client.assign(ORDERS, { 'io.acme.note': [{ string: 'kept' }] });
  reader = await addActor(server, 'rita', { roles: ['Admin'], token: { readOnly: true } });
});
afterAll(() => server.stop());

describe('set_definitions', () => {
  const reason = 'a test';
  const deletion = { deletions: [{ urn: NOTE, hard: true }], reason };

  it('shows a plan first, then does it once', async () => {
    const definitions = [{ urn: propertyUrn('io.acme.new'), propertyDefinition: definition('io.acme.new') }];
    expect(await refused(server, 'set_definitions', { definitions })).toMatchObject({ argument: 'reason' });
    const planned = await ask(server, 'set_definitions', { definitions, reason });
    expect(planned).toMatchObject({ definitions: [{ change: 'create', assets: 0 }] });
    expect(planned.commit).toBeUndefined();
    const found = async () =>
      (await ask(server, 'resolve', { names: ['io.acme.new'], kinds: ['property'] })).found;
    expect(await found()).toEqual([]);
    const { plan } = planned;
    expect(await refused(server, 'set_definitions', { definitions, plan })).toMatchObject({
      argument: 'plan',
    });
    const done = await ask(server, 'set_definitions', { plan });
    expect(done.commit).toBe(done.sequence);
    expect(await found()).toHaveLength(1);
    expect((await ask(server, 'set_definitions', { plan })).commit).toBe(done.commit);
    const same = await ask(server, 'set_definitions', { definitions, reason });
    expect(same).toMatchObject({ definitions: [{ change: 'none' }] });
    expect(same.plan).toBeUndefined();
  });

  it('counts the assets that lose values, and refuses a plan that is out of date', async () => {
    const planned = await ask(server, 'set_definitions', deletion);
    expect(planned.definitions).toMatchObject([{ urn: NOTE, change: 'delete', assets: 1, sample: [ORDERS] }]);
    await clientOf(server).dataset('shop.other');
    await clientOf(server).assign(datasetUrn('shop.other'), { 'io.acme.note': [{ string: 'more' }] });
    const { plan } = planned;
    expect(await refused(server, 'set_definitions', { plan })).toMatchObject({ code: 'CONFLICT' });
  });

  it('applies the plan of nobody else', async () => {
    const { plan } = await ask(server, 'set_definitions', deletion);
    const admin = await addActor(server, 'adam', { roles: ['Admin'] });
    expect(await refused(admin, 'set_definitions', { plan })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is neither listed nor planned with a read-only token', async () => {
    const { json } = await send(reader, 'tools/list');
    const names = json.result.tools.map(({ name }: { readonly name: string }) => name);
    expect(names).toContain('search');
    for (const name of ['set_definitions', 'set_metadata', 'undo', 'report'])
      expect(names).not.toContain(name);
    expect(await refused(reader, 'set_definitions', deletion)).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('report', () => {
  it('raises and resolves an incident, and is in the audit log with its reason', async () => {
    const raised = await ask(server, 'report', {
      kind: 'incident',
      urn: ORDERS,
      title: 'late',
      text: 'No rows today',
      reason: 'freshness check',
    });
    expect(raised).toMatchObject({
      urn: expect.stringMatching(/^urn:li:incident:/),
      commit: expect.any(Number),
    });
    const open = await ask(server, 'get_entities', { urns: [ORDERS], include: ['quality'] });
    expect(open.entities[0].quality.open_incidents).toMatchObject({
      total: 1,
      items: [{ urn: raised.urn, untrusted: { name: 'late', text: 'No rows today' } }],
    });
    await ask(server, 'report', {
      kind: 'resolve',
      urn: raised.urn,
      text: 'fixed',
      reason: 'rows are there',
    });
    const closed = await ask(server, 'get_entities', { urns: [ORDERS], include: ['quality'] });
    expect(closed.entities[0].quality.open_incidents.total).toBe(0);
    const { data } = await server.graphql(
      '{ auditEvents(input: { kinds: [CHANGE] }) { events { request { protocol operation client reason } } } }',
    );
    expect(
      data.auditEvents.events.map(({ request }: { readonly request: unknown }) => request),
    ).toContainEqual({
      protocol: 'agent',
      operation: 'report',
      client: 'test 1.0.0',
      reason: 'freshness check',
    });
  });

  it.each([
    [{ kind: 'incident', urn: ORDERS }, { argument: 'title' }],
    [
      { kind: 'resolve', urn: 'urn:li:incident:none' },
      { code: 'NOT_FOUND', argument: 'urn' },
    ],
    [{ kind: 'assertion_result', urn: ORDERS }, { argument: 'status' }],
    [{ kind: 'assertion_result', urn: ORDERS, status: 'SUCCESS' }, { code: 'INVALID_REQUEST' }],
  ])('refuses %j', async (args, error) => {
    expect(await refused(server, 'report', { ...args, reason: 'a test' })).toMatchObject(error);
  });

  it('is refused with a read-only token', async () => {
    const asked = { kind: 'incident', urn: ORDERS, title: 'x', reason: 'a test' };
    expect(await refused(reader, 'report', asked)).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('get_edit', () => {
  it('shows the result of a bulk edit', async () => {
    const { json } = await server.request('POST', '/api/colophon/v1/bulk-edits', {
      urns: [ORDERS, datasetUrn('shop.none')],
      changes: [{ field: NOTE, action: 'set', values: ['new'] }],
    });
    const read = () => ask(server, 'get_edit', { edit: json.id });
    await until('the edit is done', async () => (await read()).state === 'succeeded');
    const edit = await read();
    expect(edit).toMatchObject({ dry_run: false, done: 2, total: 2, changed: 1, failed: 1 });
    expect(edit.failures).toMatchObject([{ urn: datasetUrn('shop.none'), untrusted: {} }]);
    expect(await refused(server, 'get_edit', { edit: 999_999 })).toMatchObject({ code: 'NOT_FOUND' });
  });
});
