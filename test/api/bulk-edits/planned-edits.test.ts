import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { edit } from '../../support/bulk-edits.ts';
import { aspectPath, clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { schemaWith } from '../../support/samples/sample-schema.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, withToken, writeAspect, writePolicy } from '../../support/test-actors.ts';

const PATH = '/api/colophon/v1/bulk-edits';
const PII = 'urn:li:tag:pii';

let count = 0;
/** How far the clock of the server is ahead, in ms. */
let later = 0;
let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
let urns: readonly [string, string, string];

beforeAll(async () => {
  root = await startServer({ environment: { now: () => Date.now() + later } });
  catalog = clientOf(root);
  await catalog.define('team');
  await writeAspect(root, PII, 'tagProperties', { name: 'pii' });
});
afterAll(() => root.stop());
beforeEach(async () => {
  const [a, b] = [datasetUrn(`a${count}`), datasetUrn(`b${count++}`)];
  urns = [a, b, `urn:li:schemaField:(${a},id)`];
  for (const urn of [a, b]) await writeAspect(root, urn, 'schemaMetadata', schemaWith('id'));
});

const CHANGES = [
  { field: 'description', action: 'set', values: ['Orders.'] },
  { field: 'tags', action: 'add', values: [PII] },
];

function dryRun(changes: readonly object[] = CHANGES, by = root) {
  return edit(by, { urns, changes, dryRun: true });
}

async function refused(body: object, by = root): Promise<string> {
  const { json, status } = await by.request('POST', PATH, body);
  expect(status).toBeGreaterThanOrEqual(400);
  return `${status} ${json.message}`;
}

async function descriptionOf(urn: string): Promise<unknown> {
  const { json } = await root.request('GET', aspectPath(urn, 'editableDatasetProperties', 'v3'));
  return json?.value?.description;
}

describe('applying a dry run', () => {
  it('changes what it showed, once', async () => {
    const trial = await dryRun();
    expect(trial.result).toMatchObject({ changed: 3, failed: 0 });
    expect(trial.result.plan).toBeUndefined();
    const done = await edit(root, { plan: trial.id });
    expect(done.result).toMatchObject({
      isTrial: false,
      changed: 3,
      failed: 0,
      changes: trial.result.changes,
    });
    expect(done.result.about).toMatchObject({ plan: trial.id, urns: 3, changes: CHANGES });
    expect(await descriptionOf(urns[0])).toBe('Orders.');
    await edit(root, { undo: done.id });
    const again = await edit(root, { plan: trial.id });
    expect(again.id).toBe(done.id);
    expect(await descriptionOf(urns[0])).toBeUndefined();
  });

  it('changes nothing if a field of an asset has changed, and names the asset', async () => {
    const trial = await dryRun();
    await edit(root, { urns: [urns[1]], changes: [{ ...CHANGES[0], values: ['Theirs.'] }] });
    const refusal = await refused({ plan: trial.id });
    expect(refusal).toBe(
      `409 1 of 3 assets changed since dry run ${trial.id}: ${urns[1]}. Start the dry run again.`,
    );
    expect(await descriptionOf(urns[0])).toBeUndefined();
    expect(await descriptionOf(urns[1])).toBe('Theirs.');
  });

  it('is not hindered by changes of other fields', async () => {
    const trial = await dryRun();
    await catalog.assign(urns[0], { team: [{ string: 'red' }] });
    await edit(root, { urns: [urns[0]], changes: [{ field: 'deprecation', action: 'set', values: ['x'] }] });
    expect((await edit(root, { plan: trial.id })).result).toMatchObject({ changed: 3, failed: 0 });
  });

  it('does not extend to assets that match the search since', async () => {
    const search = { types: ['DATASET'], orFilters: [{ and: [{ field: 'urn', values: urns }] }] };
    const { id } = await edit(root, { search, changes: CHANGES.slice(1), dryRun: true });
    const { result } = await edit(root, { plan: id });
    expect(result.changes.map(({ urn }: { urn: string }) => urn).sort()).toEqual(urns.slice(0, 2).sort());
  });

  it('is judged by the current rights', async () => {
    const steward = await addActor(root, `steward${count}`, { roles: ['Reader'] });
    const policy = {
      privileges: ['EDIT_ENTITY_DOCS', 'EDIT_ENTITY_TAGS', 'EDIT_DATASET_COL_TAGS'],
      actors: { users: [userUrn(`steward${count}`)] },
      resources: { allResources: true },
    };
    await writePolicy(root, 'steward', policy);
    const { id, result } = await dryRun(CHANGES.slice(1), steward);
    expect(result).toMatchObject({ changed: 3 });
    await writePolicy(root, 'steward', { ...policy, state: 'INACTIVE' });
    expect((await edit(steward, { plan: id })).result).toMatchObject({ changed: 0, failed: 3 });
  });

  it('is refused to others, and to a restricted token that did not make it', async () => {
    const { id } = await dryRun();
    const missing = (await refused({ plan: 10 ** 9 })).replaceAll(String(10 ** 9), String(id));
    const other = await addActor(root, `other${count}`, { roles: ['Admin'] });
    expect(await refused({ plan: id }, other)).toBe(missing);
    const restricted = await withToken(root, userUrn('datahub'), { entityTypes: ['dataset'] });
    expect(await refused({ plan: id }, restricted)).toBe(missing);
  });

  it('is refused an hour after its end', async () => {
    const { id } = await dryRun();
    later += 3_600_001;
    expect(await refused({ plan: id })).toBe(
      `410 Dry run ${id} ended more than an hour ago. Start it again.`,
    );
  });

  it('is refused for what is no plan', async () => {
    const { id: done } = await edit(root, { urns, changes: CHANGES });
    const { id: unchanged } = await dryRun();
    const { id: table } = await edit(root, { csv: `urn,team\n"${urns[0]}",red\n`, dryRun: true });
    const { id: undo } = await edit(root, { undo: done, dryRun: true });
    expect(await refused({ plan: done })).toContain(`400 ${done} is an edit`);
    for (const id of [unchanged, table, undo])
      expect(await refused({ plan: id })).toContain(`400 Dry run ${id} cannot be applied`);
    expect(await refused({ plan: undo, dryRun: true })).toContain("'dryRun' is not allowed with 'plan'");
    expect(await refused({ plan: undo, changes: CHANGES })).toContain("'changes' is not allowed");
    expect(await refused({ plan: undo, urns })).toContain("2 of 'urns'");
    for (const plan of ['x', 1.5, [1], {}, true])
      expect(await refused({ plan }), JSON.stringify(plan)).toMatch(/^400 /);
  });
});
