import { afterAll, beforeAll, expect, it } from 'vitest';
import { edit } from '../../support/bulk-edits.ts';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, withToken } from '../../support/test-actors.ts';

const ROUTE = '/api/colophon/v1/proposals';
const ASSETS = Array.from({ length: 300 }, (_, i) => datasetUrn(`small.${i}`));

let server: TestServer;
let editor: TestServer;
let reader: TestServer;
beforeAll(async () => {
  // Fewer than the assets of a proposal, which are no page.
  server = await startServer({ options: { 'limits.pageSize': 100 } });
  await clientOf(server).define('team');
  const entities = ASSETS.map((urn) => ({ urn, datasetProperties: { value: { name: urn } } }));
  for (let i = 0; i < entities.length; i += 100) {
    const path = '/openapi/v3/entity/dataset?async=false';
    const { status, text } = await server.request('POST', path, entities.slice(i, i + 100));
    expect(status, text).toBe(200);
  }
  editor = await addActor(server, 'edith', { roles: ['Editor'] });
  reader = await addActor(server, 'paula', { roles: ['Reader'] });
});
afterAll(() => server.stop());

const toTeam = (team: string) => ({
  urns: ASSETS,
  changes: [{ field: propertyUrn('team'), action: 'set', values: [team] }],
});

it('a proposal of more assets than a page has is made, shown, listed and approved', async () => {
  const made = await reader.request('POST', ROUTE, { title: 'Many', edit: toTeam('red') });
  expect(made.status, made.text.slice(0, 500)).toBe(201);
  expect(made.json.items).toHaveLength(ASSETS.length);
  for (const who of [reader, editor]) {
    const { json, status, text } = await who.request('GET', `${ROUTE}/${made.json.id}`);
    expect([status, json.items?.length, json.targets?.length], text.slice(0, 500)).toEqual([200, 300, 300]);
  }
  const listed = await editor.request('GET', `${ROUTE}?for=review`);
  expect(listed.json.proposals, listed.text.slice(0, 500)).toMatchObject([{ id: made.json.id }]);
  const narrow = await withToken(server, userUrn('edith'), { properties: [propertyUrn('team')] });
  const { json, status, text } = await narrow.request('POST', `${ROUTE}/${made.json.id}/approve`, {});
  expect([status, json.state], text.slice(0, 500)).toEqual([200, 'APPROVED']);
  expect(await clientOf(server).facet('structuredProperties.team')).toEqual({ red: ASSETS.length });
});

it('an edit of more assets than a page has is made and undone, and becomes a proposal with a propose-only token', async () => {
  const { id, result } = await edit(editor, toTeam('blue'));
  expect(result).toMatchObject({ changed: ASSETS.length, failed: 0 });
  expect((await edit(editor, { undo: id })).result).toMatchObject({ changed: ASSETS.length, failed: 0 });
  const agent = await withToken(server, userUrn('edith'), { proposeOnly: true });
  const held = await agent.request('POST', '/api/colophon/v1/bulk-edits', toTeam('green'));
  expect([held.status, held.headers.get('x-colophon-proposal')], held.text.slice(0, 500)).toEqual([
    403,
    expect.stringContaining('urn:li:changeProposal:'),
  ]);
});
