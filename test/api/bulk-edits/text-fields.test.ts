import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRegistry } from '../../../src/config/read-registry.ts';
import { loadRegistry } from '../../../src/model/registry/load-registry.ts';
import { DESCRIPTIONS } from '../../../src/operations/entities/described-places.ts';
import { edit } from '../../support/bulk-edits.ts';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { sampleAspects, sampleUrn } from '../../support/samples/entity-samples.ts';
import { schemaWith } from '../../support/samples/sample-schema.ts';
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
const REGISTRY = loadRegistry(readRegistry());
const [A, B] = [datasetUrn('a'), datasetUrn('b')];
const COLUMNS = ['id', 'nested.name', '[version=2.0].[type=struct].x'];
const [ID = '', NESTED = '', DEEP = ''] = COLUMNS.map((path) => columnOf(A, path));
const NODE = 'urn:li:glossaryNode:finance';
const TERM = 'urn:li:glossaryTerm:finance.margin';
const TABLE = '# Orders\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n- =two;\\three\n';

let root: TestServer;
let catalog: ReturnType<typeof clientOf>;

beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
  for (const urn of [A, B]) await writeAspect(root, urn, 'schemaMetadata', schemaWith(...COLUMNS));
  await writeAspect(root, NODE, 'glossaryNodeInfo', { name: 'Finance', definition: 'money' });
  await writeAspect(root, TERM, 'glossaryTermInfo', {
    name: 'Margin',
    definition: 'profit',
    termSource: 'INTERNAL',
    parentNode: NODE,
  });
  await hideEverything(root);
});
afterAll(() => root.stop());

function columnOf(dataset: string, path: string): string {
  return `urn:li:schemaField:(${dataset},${path})`;
}

async function aspect(urn: string, name: string) {
  const { json, status } = await root.request('GET', aspectPath(urn, name, 'v3'));
  return status === 404 ? undefined : json.value;
}

async function changed(urns: readonly string[], change: object, by = root) {
  return (await edit(by, { urns, changes: [change] })).result;
}

/** The edited descriptions of the columns of a dataset. */
async function described(dataset: string): Promise<Record<string, unknown>> {
  const columns: { fieldPath: string; description?: string }[] =
    (await aspect(dataset, 'editableSchemaMetadata'))?.editableSchemaFieldInfo ?? [];
  return Object.fromEntries(
    columns.flatMap(({ description, fieldPath }) =>
      description === undefined ? [] : [[fieldPath, description]],
    ),
  );
}

describe('a bulk edit of descriptions', () => {
  it.each(Object.entries(DESCRIPTIONS))(
    'sets, clears and restores those of a %s',
    async (entityType, { aspectName, canBeNew, member }) => {
      const spec = REGISTRY.entities.get(entityType);
      if (spec === undefined) throw new Error(entityType);
      const urn = sampleUrn(spec);
      const sample = sampleAspects(REGISTRY, entityType, [aspectName])[aspectName]?.value;
      if (canBeNew) await writeAspect(root, urn, 'status', { removed: false });
      else await writeAspect(root, urn, aspectName, { ...sample, [member]: 'former' });
      const text = async (): Promise<unknown> => (await aspect(urn, aspectName))?.[member] ?? '';
      const former = canBeNew ? [] : ['former'];
      const { id, result } = await edit(root, {
        urns: [urn],
        changes: [{ field: 'description', action: 'set', values: [TABLE] }],
      });
      expect(result.failures).toEqual([]);
      expect(result.changes).toEqual([
        { urn, cells: [{ field: 'description', before: former, after: [TABLE] }] },
      ]);
      expect(await text()).toBe(TABLE);
      expect(await changed([urn], { field: 'description', action: 'add', values: ['x'] })).toMatchObject({
        failures: [{ code: 'VALIDATION', cause: 'HAS_VALUE', kind: 'HAS_VALUE', field: 'description' }],
      });
      expect((await edit(root, { undo: id })).result).toMatchObject({ changed: 1, failed: 0, left: 0 });
      expect(await text()).toBe(former[0] ?? '');
      await changed([urn], { field: 'description', action: 'set', values: ['x'] });
      expect(await changed([urn], { field: 'description', action: 'clear' })).toMatchObject({ changed: 1 });
      expect(await text()).toBe('');
      expect(await changed([urn], { field: 'description', action: 'clear' })).toMatchObject({ unchanged: 1 });
    },
  );

  it('changes columns in the aspect of their dataset, and restores them one by one', async () => {
    await writeAspect(root, A, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [
        { fieldPath: 'id', description: 'by hand', globalTags: { tags: [{ tag: 'urn:li:tag:pii' }] } },
      ],
    });
    const missing = columnOf(A, 'none');
    const { id, result } = await edit(root, {
      urns: [ID, NESTED, DEEP, missing],
      changes: [{ field: 'description', action: 'set', values: ['The key.'] }],
    });
    expect(result).toMatchObject({ changed: 3, failed: 1 });
    expect(result.failures).toEqual([
      expect.objectContaining({ urn: missing, field: 'description', code: 'NOT_FOUND' }),
    ]);
    expect(await described(A)).toEqual({
      id: 'The key.',
      'nested.name': 'The key.',
      [COLUMNS[2] ?? '']: 'The key.',
    });
    await changed([NESTED], { field: 'description', action: 'set', values: ['Changed later.'] });
    const undone = (await edit(root, { undo: id })).result;
    expect(undone).toMatchObject({ changed: 2, failed: 1 });
    expect(undone.failures).toEqual([
      expect.objectContaining({ urn: NESTED, field: 'description', code: 'CONFLICT' }),
    ]);
    expect(await described(A)).toEqual({ id: 'by hand', 'nested.name': 'Changed later.' });
    expect((await aspect(A, 'editableSchemaMetadata')).editableSchemaFieldInfo[0]).toMatchObject({
      globalTags: { tags: [{ tag: 'urn:li:tag:pii' }] },
    });
  });

  it('refuses types without one, and assets without the aspect that holds it', async () => {
    const [dataType, tag] = ['urn:li:dataType:datahub.string', 'urn:li:tag:nameless'];
    await writeAspect(root, tag, 'status', { removed: false });
    const { failures } = await changed([dataType, tag], {
      field: 'description',
      action: 'set',
      values: ['x'],
    });
    expect(failures.map(({ code, urn }: Record<string, unknown>) => [urn, code])).toEqual([
      [dataType, 'INVALID_REQUEST'],
      [tag, 'NOT_FOUND'],
    ]);
  });

  it('round-trips through a table', async () => {
    await changed([B], { field: 'description', action: 'set', values: [TABLE] });
    const { json } = await root.request('POST', '/api/colophon/v1/exports/csv', {
      search: { types: ['DATASET'], orFilters: [{ and: [{ field: 'urn', values: [A, B] }] }] },
      columns: ['description', 'deprecation'],
    });
    expect((await edit(root, { csv: json.csv })).result).toMatchObject({
      unchanged: 2,
      changed: 0,
      failed: 0,
    });
    await changed([B], { field: 'description', action: 'clear' });
    expect((await edit(root, { csv: json.csv })).result).toMatchObject({ changed: 1 });
    expect((await aspect(B, 'editableDatasetProperties')).description).toBe(TABLE);
  });
});

describe('a bulk edit of the deprecation', () => {
  const value = (urn: string) => aspect(urn, 'deprecation');

  it('sets the note, the day and the replacement, and clears and restores them', async () => {
    const values = ['Use b.', 'decommissionTime=2027-01-31', `replacement=${B}`];
    const first = await edit(root, {
      urns: [A, ID],
      changes: [{ field: 'deprecation', action: 'set', values }],
    });
    expect(first.result).toMatchObject({ changed: 2, failed: 0 });
    for (const urn of [A, ID]) {
      expect(await value(urn)).toMatchObject({
        deprecated: true,
        note: 'Use b.',
        decommissionTime: Date.UTC(2027, 0, 31),
        replacement: B,
      });
    }
    const second = await edit(root, { urns: [A], changes: [{ field: 'deprecation', action: 'clear' }] });
    expect(second.result.changes[0].cells).toEqual([{ field: 'deprecation', before: values, after: [] }]);
    expect(await value(A)).toMatchObject({ deprecated: false, note: '' });
    expect((await value(A)).decommissionTime).toBeUndefined();
    await edit(root, { undo: second.id });
    expect(await value(A)).toMatchObject({ deprecated: true, note: 'Use b.', replacement: B });
    expect((await edit(root, { undo: first.id })).result).toMatchObject({ changed: 2, failed: 0 });
    for (const urn of [A, ID]) expect(await value(urn)).toMatchObject({ deprecated: false });
  });

  it.each([
    [['deprecated'], { note: '' }],
    [['note=deprecated'], { note: 'deprecated' }],
    [['decommissionTime=1'], { note: '', decommissionTime: 1 }],
    [['note=replacement=x'], { note: 'replacement=x' }],
    [['é\u202e|\\;\n=1+1'], { note: 'é\u202e|\\;\n=1+1' }],
  ])('keeps %j through a table', async (values, stored) => {
    await changed([B], { field: 'deprecation', action: 'set', values });
    expect(await value(B)).toMatchObject({ deprecated: true, ...stored });
    const { json } = await root.request('POST', '/api/colophon/v1/exports/csv', {
      search: { types: ['DATASET'], orFilters: [{ and: [{ field: 'urn', values: [B] }] }] },
      columns: ['deprecation'],
    });
    expect((await edit(root, { csv: json.csv })).result).toMatchObject({ unchanged: 1 });
    await changed([B], { field: 'deprecation', action: 'clear' });
    expect((await edit(root, { csv: json.csv })).result).toMatchObject({ changed: 1 });
    expect(await value(B)).toMatchObject({ deprecated: true, ...stored });
  });

  it('refuses types without one', async () => {
    const user = userUrn('datahub');
    const { failures } = await changed([user], { field: 'deprecation', action: 'set', values: ['x'] });
    expect(failures).toEqual([expect.objectContaining({ urn: user, field: 'deprecation' })]);
  });
});

describe('the rights', () => {
  it('are those of single edits, on each asset', async () => {
    const writer = await addActor(root, 'writer');
    const actors = { users: [userUrn('writer')] };
    await writePolicy(root, 'see all', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors,
      resources: { allResources: true },
    });
    await writePolicy(root, 'describe b', {
      privileges: ['EDIT_ENTITY_DOCS', 'EDIT_DEPRECATION_PRIVILEGE', 'EDIT_DATASET_COL_DESCRIPTION'],
      actors,
      resources: { filter: matching('URN', [B]) },
    });
    const urns = [A, B, ID, columnOf(B, 'id'), TERM];
    for (const change of [
      { field: 'description', action: 'set', values: ['by the writer'] },
      { field: 'deprecation', action: 'set', values: ['by the writer'] },
    ]) {
      const { changes, failures } = await changed(urns, change, writer);
      expect(changes.map(({ urn }: { urn: string }) => urn)).toEqual([B, columnOf(B, 'id')]);
      expect(failures.map(({ code, urn }: Record<string, unknown>) => [code, urn]).sort()).toEqual(
        [A, ID, TERM].map((urn) => ['FORBIDDEN', urn]).sort(),
      );
    }
    expect(await described(B)).toEqual({ id: 'by the writer' });
    await writePolicy(root, 'below finance', {
      privileges: ['MANAGE_GLOSSARY_CHILDREN'],
      actors,
      resources: { filter: matching('URN', [NODE]) },
    });
    const change = { field: 'description', action: 'set', values: ['by the keeper'] };
    expect(await changed([TERM, NODE], change, writer)).toMatchObject({ changed: 1, failed: 1 });
    expect(await aspect(TERM, 'glossaryTermInfo')).toMatchObject({
      definition: 'by the keeper',
      parentNode: NODE,
    });
  });

  it('hide the assets that the caller does not see', async () => {
    const stranger = await addActor(root, 'stranger');
    await writePolicy(root, 'see b', {
      privileges: ['VIEW_ENTITY_PAGE', 'EDIT_DATASET_COL_DESCRIPTION', 'EDIT_ENTITY_DOCS'],
      actors: { users: [userUrn('stranger')] },
      resources: { filter: matching('URN', [B]) },
    });
    await writePolicy(root, 'edit what is hidden', {
      privileges: ['EDIT_DATASET_COL_DESCRIPTION', 'EDIT_ENTITY_DOCS'],
      actors: { users: [userUrn('stranger')] },
      resources: { filter: matching('URN', [A]) },
    });
    const change = { field: 'description', action: 'set', values: ['by a stranger'] };
    const { changes, failures } = await changed([A, ID, B], change, stranger);
    expect(changes.map(({ urn }: { urn: string }) => urn)).toEqual([B]);
    expect(failures.map(({ code }: { code: string }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    const undoable = await edit(root, { urns: [ID], changes: [change] });
    expect(undoable.result.changed).toBe(1);
    const { status } = await stranger.request('POST', PATH, { undo: undoable.id });
    expect(status).toBe(404);
  });
});

describe('hostile input', () => {
  it.each([
    [{ field: 'description', action: 'set', values: ['x'.repeat(100_001)] }, 'more than 100000'],
    [{ field: 'description', action: 'set', values: [7] }, "'description' cannot be 7. Give a text."],
    [{ field: 'description', action: 'set', values: [''] }, 'Use clear to remove it'],
    [{ field: 'description', action: 'set', values: ['a', 'b'] }, 'takes one value, not 2'],
    [{ field: 'description', action: 'add', values: ['a', 'b'] }, 'takes one value, not 2'],
    [{ field: 'description', action: 'set', values: [null] }, 'a string or a number'],
    [{ field: 'description', action: 'set', values: { a: 1 } }, 'values'],
    [{ field: 'description', action: 'clear', values: ['a'] }, 'clears the field, but has values'],
    [{ field: 'deprecation', action: 'set', values: [true] }, 'a string or a number'],
    [{ field: 'deprecation', action: 'set', values: ['a', 'b'] }, 'two values for note'],
    [{ field: 'deprecation', action: 'remove', values: ['a'] }, 'cannot remove values'],
    [{ field: 'deprecation', action: 'set', values: ['decommissionTime=soon'] }, "decommission time 'soon'"],
    [{ field: 'deprecation', action: 'set', values: ['decommissionTime=2027-02-31'] }, '2027-02-31'],
    [{ field: 'deprecation', action: 'set', values: ['decommissionTime=9'.padEnd(400, '9')] }, 'epoch ms'],
    [{ field: 'deprecation', action: 'set', values: ['replacement=me'] }, 'Invalid urn'],
    [
      { field: 'deprecation', action: 'set', values: [`replacement=${datasetUrn('none')}`] },
      'it does not exist',
    ],
    [{ field: 'deprecation', action: 'set', values: ['x'.repeat(100_001)] }, 'more than 100000'],
  ])('is refused: %#', async (change, message) => {
    const { status, text } = await root.request('POST', PATH, { urns: [A], changes: [change] });
    expect([400, 404], text).toContain(status);
    expect(JSON.parse(text).message ?? text).toContain(message);
  });

  it('of 10,000 characters is stored whole, and reported by its beginning', async () => {
    const text = `${'x'.repeat(998)}😀${'y'.repeat(9_000)}`;
    const { changes } = await changed([A], { field: 'description', action: 'set', values: [text] });
    expect((await aspect(A, 'editableDatasetProperties')).description).toBe(text);
    expect(changes[0].cells[0].after[0]).toMatch(/^x{998}.…$/u);
    const { json } = await root.request('GET', PATH);
    expect(json.edits[0].result.about.changes[0].values[0].length).toBeLessThanOrEqual(1_000);
  });

  it('never confuses a property with a field of the same name', async () => {
    await catalog.define('description');
    const urn = propertyUrn('description');
    const { changes } = await changed([A], { field: urn, action: 'set', values: ['of the property'] });
    expect(changes[0].cells[0]).toMatchObject({ field: urn, after: ['of the property'] });
    const { json } = await root.request('POST', '/api/colophon/v1/exports/csv', {
      search: { types: ['DATASET'], orFilters: [{ and: [{ field: 'urn', values: [A] }] }] },
      columns: [urn],
    });
    expect((await edit(root, { csv: json.csv })).result).toMatchObject({ unchanged: 1, failed: 0 });
  });
});
