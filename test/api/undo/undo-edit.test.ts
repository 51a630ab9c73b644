import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { edit } from '../../support/bulk-edits.ts';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

const PATH = '/api/colophon/v1/bulk-edits';
const [PII, OLD] = ['urn:li:tag:pii', 'urn:li:tag:old'];
const DOMAIN = 'urn:li:domain:sales';
const CHANGES = [
  { field: 'team', action: 'set', values: ['blue'] },
  { field: 'days', action: 'clear' },
  { field: 'tags', action: 'set', values: [PII] },
  { field: 'owners', action: 'add', values: [userUrn('datahub')] },
  { field: 'domain', action: 'set', values: [DOMAIN] },
];
/** With details that the cells of an edit do not show. */
const TAGGED = { tags: [{ tag: OLD, context: 'by hand' }] };

let count = 0;
let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
/** New datasets. */
let urns: readonly [string, string];

beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
  await catalog.define('team');
  await catalog.define('days', { type: 'number', cardinality: 'MULTIPLE' });
  for (const tag of [PII, OLD]) await writeAspect(root, tag, 'tagProperties', { name: tag });
  await writeAspect(root, DOMAIN, 'domainProperties', { name: 'Sales' });
});
afterAll(() => root.stop());
beforeEach(async () => {
  urns = [datasetUrn(`a${count}`), datasetUrn(`b${count++}`)];
  for (const urn of urns) {
    await writeAspect(root, urn, 'datasetProperties', { description: 'Orders' });
    await writeAspect(root, urn, 'globalTags', TAGGED);
    await catalog.assign(urn, { team: [{ string: 'red' }], days: [{ double: 1 }, { double: 2 }] });
  }
});

async function valueOf(entity: string, aspect: string) {
  const { json, status } = await root.request('GET', aspectPath(entity, aspect, 'v3'));
  return status === 404 ? undefined : json.value;
}

async function cellsOf(urn: string) {
  const [tags, ownership, domains] = await Promise.all(
    ['globalTags', 'ownership', 'domains'].map((name) => valueOf(urn, name)),
  );
  return {
    values: await catalog.values(urn),
    tags: tags?.tags,
    owners: ownership?.owners ?? [],
    domains: domains?.domains ?? [],
  };
}

const BEFORE = {
  values: { team: [{ string: 'red' }], days: [{ double: 1 }, { double: 2 }] },
  tags: TAGGED.tags,
  owners: [],
  domains: [],
};

describe('undoing a bulk edit', () => {
  it('previews the restored values, and restores them with details as one new version each', async () => {
    const { id, result } = await edit(root, { urns, changes: CHANGES });
    expect(result).toMatchObject({ changed: 2, failed: 0 });
    const trial = await edit(root, { undo: id, dryRun: true });
    expect(trial.result).toMatchObject({
      about: { undo: id },
      isTrial: true,
      changed: 2,
      failed: 0,
      left: 0,
    });
    const cells = trial.result.changes.find(({ urn }: { urn: string }) => urn === urns[0]).cells;
    expect(cells).toEqual(
      expect.arrayContaining([
        { field: 'team', before: ['blue'], after: ['red'] },
        { field: 'tags', before: [PII], after: [OLD] },
        { field: 'domain', before: [DOMAIN], after: [] },
      ]),
    );
    expect((await cellsOf(urns[0])).domains).toEqual([DOMAIN]);
    expect((await edit(root, { undo: id })).result).toMatchObject({ changed: 2, failed: 0, left: 0 });
    for (const urn of urns) expect(await cellsOf(urn)).toMatchObject(BEFORE);
    const { json } = await root.request(
      'GET',
      `${aspectPath(urns[0], 'globalTags', 'v3')}?systemMetadata=true`,
    );
    expect(json.systemMetadata).toMatchObject({ version: '3' });
  });

  it('can be undone like any other edit, and does nothing twice', async () => {
    const { id } = await edit(root, { urns, changes: CHANGES });
    const after = await cellsOf(urns[0]);
    const undone = await edit(root, { undo: id });
    expect((await edit(root, { undo: id })).result).toMatchObject({ changed: 0, unchanged: 2, left: 0 });
    expect((await edit(root, { undo: undone.id })).result).toMatchObject({ changed: 2 });
    expect(await cellsOf(urns[0])).toMatchObject(after);
  });

  it('keeps fields that were changed later, and reports them', async () => {
    const { id } = await edit(root, { urns, changes: CHANGES });
    await catalog.assign(urns[0], { team: [{ string: 'green' }] });
    await writeAspect(root, urns[0], 'domains', { domains: ['urn:li:domain:other'] });
    await edit(root, { urns: [urns[0]], changes: [{ field: 'tags', action: 'add', values: [OLD] }] });
    const { result } = await edit(root, { undo: id });
    expect(result).toMatchObject({ changed: 2, failed: 1, left: 0, failureCount: 2 });
    expect(result.failures).toEqual(
      expect.arrayContaining(
        ['team', 'domain'].map((field) => ({
          urn: urns[0],
          field,
          code: 'CONFLICT',
          kind: 'CHANGED_SINCE',
          message: expect.stringContaining('was changed later'),
        })),
      ),
    );
    expect(await cellsOf(urns[0])).toMatchObject({
      tags: [{ tag: OLD }],
      owners: [],
      domains: ['urn:li:domain:other'],
      values: { team: [{ string: 'green' }], days: [{ double: 1 }, { double: 2 }] },
    });
    expect(await cellsOf(urns[1])).toMatchObject(BEFORE);
  });

  it('does not restore deleted assets, properties or labels', async () => {
    const { id } = await edit(root, { urns, changes: CHANGES });
    await root.request('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(urns[0])}`);
    await root.request('DELETE', `/openapi/v3/entity/tag/${encodeURIComponent(OLD)}`);
    const { result } = await edit(root, { undo: id });
    expect(result).toMatchObject({ changed: 0, failed: 1, left: 1 });
    expect(result.failures[0]).toMatchObject({ urn: urns[1], field: 'tags', code: 'NOT_FOUND' });
    await writeAspect(root, OLD, 'tagProperties', { name: OLD });
    expect((await edit(root, { undo: id })).result).toMatchObject({ changed: 1, left: 1 });
    expect(await cellsOf(urns[1])).toMatchObject(BEFORE);
  });

  it('processes a large edit by page', async () => {
    const many = Array.from({ length: 450 }, (_, i) => datasetUrn(`many${i}`));
    const changes = [{ field: 'team', action: 'set', values: ['red'] }];
    const entities = many.map((urn) => ({ urn, datasetProperties: { value: { description: '' } } }));
    const written = await root.request('POST', '/openapi/v3/entity/dataset?async=false', entities);
    expect(written.status, written.text).toBe(200);
    const { id } = await edit(root, { urns: many, changes });
    const { result, done, total } = await edit(root, { undo: id });
    expect({ done, total, ...result }).toMatchObject({ done: 450, total: 450, changed: 450, left: 0 });
    expect(await catalog.values(datasetUrn('many449'))).toEqual({});
  });

  it('names the problem of the request', async () => {
    const { id } = await edit(root, { urns, changes: CHANGES, dryRun: true });
    const refusal = async (body: object, server = root) => {
      const { status, text } = await server.request('POST', PATH, body);
      return [status, text];
    };
    expect(await refusal({ undo: id })).toEqual([400, expect.stringContaining('is a dry run')]);
    expect(await refusal({ undo: 1_000_000 })).toEqual([404, expect.stringContaining('no bulk edit')]);
    expect(await refusal({ undo: 'all' })).toEqual([400, expect.stringContaining('the number of an edit')]);
    const same = [{ field: 'team', action: 'set', values: ['red'] }];
    const idle = await edit(root, { urns, changes: same });
    expect(await refusal({ undo: idle.id })).toEqual([400, expect.stringContaining('changed nothing')]);
    expect(await refusal({ undo: id, changes: same })).toEqual([400, expect.stringContaining("'undo'")]);
  });
});

describe('colophon undo --edit', () => {
  it('previews, and undoes', async () => {
    using computer = new Computer(root);
    const { id } = await edit(root, { urns, changes: CHANGES });
    const shown = await computer.run(['undo', '--edit', `${id}`, '--dry-run']);
    expect(shown.stdout, shown.stderr).toContain('2 would change');
    const done = await computer.run(['undo', '--edit', `${id}`, '--yes']);
    expect(done.stdout).toMatch(/2 changed.*\nUndo this with: colophon undo --edit \d+/);
    expect(await cellsOf(urns[0])).toMatchObject(BEFORE);
    const refused = await computer.run(['undo', '--edit', 'x', '--yes']);
    expect(refused.stderr).toContain("--edit must be a whole number from 1, not 'x'.");
  });
});

describe('undoing without rights', () => {
  it('checks current rights on each asset, and is limited to the owner of the edit', async () => {
    await hideEverything(root);
    const steward = await addActor(root, 'steward');
    const policy = (name: string, on: readonly string[]) =>
      writePolicy(root, name, {
        privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY_PROPERTIES'],
        actors: { users: [userUrn('steward')] },
        resources: { filter: matching('URN', [...on, propertyUrn('team')]) },
      });
    await policy('edit', urns);
    const changes = [{ field: 'team', action: 'set', values: ['blue'] }];
    const { id } = await edit(steward, { urns, changes });
    await policy('edit', [urns[0]]);
    const { result } = await edit(steward, { undo: id });
    expect(result).toMatchObject({ changed: 1, failed: 0, left: 1 });
    expect((await catalog.values(urns[0]))['team']).toEqual([{ string: 'red' }]);
    expect((await catalog.values(urns[1]))['team']).toEqual([{ string: 'blue' }]);
    expect((await root.request('POST', PATH, { undo: id })).status).toBe(404);
  });

  it('restores values next to those of properties that the caller may not read', async () => {
    await catalog.define('salary');
    await catalog.assign(urns[0], { team: [{ string: 'red' }], salary: [{ string: 'much' }] });
    const partly = await addActor(root, 'partly');
    await writePolicy(root, 'in part', {
      privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY_PROPERTIES'],
      actors: { users: [userUrn('partly')] },
      resources: {
        allResources: true,
        privilegeConstraints: matching('URN', [propertyUrn('salary')], 'NOT_EQUALS'),
      },
    });
    const changes = [{ field: 'team', action: 'clear' }];
    const { id } = await edit(partly, { urns: [urns[0]], changes });
    await catalog.assign(urns[0], { salary: [{ string: 'more' }] });
    expect((await edit(partly, { undo: id })).result).toMatchObject({ changed: 1, failed: 0, left: 0 });
    expect(await catalog.values(urns[0])).toEqual({
      team: [{ string: 'red' }],
      salary: [{ string: 'more' }],
    });
  });
});
