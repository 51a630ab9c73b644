import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edit } from '../../support/bulk-edits.ts';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, matching, userUrn, writePolicy } from '../../support/test-actors.ts';

const [A, B] = [datasetUrn('table.a'), datasetUrn('table.b')];
const EDITS = '/api/colophon/v1/bulk-edits';
const PROPOSALS = '/api/colophon/v1/proposals';
const CSV = `urn,team\n"${A}",blue\n"${B}",blue\n`;
const AS_PROPOSAL = { dryRun: true, asProposal: true };

let server: TestServer;
let client: ReturnType<typeof clientOf>;
/** May read everything and propose changes; sam may also edit A. */
let pam: TestServer;
let sam: TestServer;

beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
  await client.define('team', { allowedValues: [{ string: 'red' }, { string: 'blue' }] });
  for (const name of ['table.a', 'table.b']) await client.dataset(name);
  await client.assign(A, { team: [{ string: 'red' }] });
  pam = await addActor(server, 'pam', { roles: ['Reader'] });
  await writePolicy(server, 'edits-one', {
    privileges: ['EDIT_ENTITY'],
    actors: { users: [userUrn('sam')] },
    resources: { filter: matching('URN', [A]) },
  });
  sam = await addActor(server, 'sam', { roles: ['Reader'] });
});
afterAll(() => server.stop());

/** Compares a table with the catalog as an actor; resolves with the result. */
async function compared(actor: TestServer, csv: string, body: object = AS_PROPOSAL) {
  return (await edit(actor, { csv, dryRun: true, ...body })).result;
}

describe('a dry run of a proposal', () => {
  it('shows what who may only propose would change, and the proposal has the same', async () => {
    const refused = await compared(pam, CSV, {});
    expect(refused).toMatchObject({ changed: 0, failed: 2, failures: [{ code: 'FORBIDDEN' }, {}] });
    const shown = await compared(pam, CSV);
    expect(shown).toMatchObject({ isTrial: true, changed: 2, failed: 0 });
    expect(shown.changes).toEqual([
      { urn: A, cells: [{ field: 'team', before: ['red'], after: ['blue'] }] },
      { urn: B, cells: [{ field: 'team', before: [], after: ['blue'] }] },
    ]);
    expect(await client.values(A)).toEqual({ team: [{ string: 'red' }] });
    expect((await pam.request('GET', `${PROPOSALS}?for=me`)).json.total).toBe(0);
    const { json, status, text } = await pam.request('POST', PROPOSALS, {
      title: 'Blue',
      edit: { csv: CSV, ...AS_PROPOSAL },
    });
    expect(status, text).toBe(201);
    expect(json.items).toHaveLength(2);
  });

  it('has what its user may change as well', async () => {
    expect(await compared(sam, CSV, {})).toMatchObject({ changed: 1, failed: 1 });
    expect(await compared(sam, CSV)).toMatchObject({ changed: 2, failed: 0 });
  });

  it('has the refusals of all rows, by line', async () => {
    const csv = `urn,team\n"${A}",green\n"${datasetUrn('table.none')}",blue\n"${B}",blue\n`;
    const { changed, failures } = await compared(pam, csv);
    expect(changed).toBe(1);
    expect(failures).toMatchObject([
      { line: 2, kind: 'VALUE_NOT_ALLOWED' },
      { line: 3, code: 'NOT_FOUND' },
    ]);
  });

  it('refuses assets of which no change may be proposed', async () => {
    await writePolicy(server, 'propose-changes-all', {
      privileges: ['PROPOSE_CHANGES'],
      actors: { allUsers: true },
      resources: { filter: matching('URN', [B]) },
    });
    const { changed, failures } = await compared(pam, CSV);
    await writePolicy(server, 'propose-changes-all', {
      privileges: ['PROPOSE_CHANGES'],
      actors: { allUsers: true },
    });
    expect(changed).toBe(1);
    expect(failures).toMatchObject([{ urn: A, code: 'FORBIDDEN', kind: 'PRIVILEGE_MISSING' }]);
  });

  it.each([
    [{ csv: CSV, asProposal: true }, "'asProposal' is allowed only with 'dryRun'"],
    [{ undo: 1, ...AS_PROPOSAL }, 'can be proposed'],
  ])('is refused as %j', async (body, message) => {
    const { json, status } = await pam.request('POST', EDITS, body);
    expect([status, json.message]).toEqual([400, expect.stringContaining(message)]);
  });
});
