import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { edit } from '../../support/bulk-edits.ts';
import { aspectPath, datasetUrn } from '../../support/catalog-client.ts';
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

const KINDS = [
  ['tags', 'urn:li:tag:', 'globalTags', 'tag', 'EDIT_DATASET_COL_TAGS', 'EDIT_ENTITY_TAGS'],
  [
    'terms',
    'urn:li:glossaryTerm:',
    'glossaryTerms',
    'urn',
    'EDIT_DATASET_COL_GLOSSARY_TERMS',
    'EDIT_ENTITY_GLOSSARY_TERMS',
  ],
] as const;

let root: TestServer;
let a: string;
let b: string;
let count = 0;

beforeAll(async () => {
  root = await startServer();
  for (const name of ['one', 'two', 'three']) {
    await writeAspect(root, `urn:li:tag:${name}`, 'tagProperties', { name });
    const term = { name, definition: name, termSource: 'INTERNAL' };
    await writeAspect(root, `urn:li:glossaryTerm:${name}`, 'glossaryTermInfo', term);
  }
  await hideEverything(root);
});
afterAll(() => root.stop());
beforeEach(async () => {
  [a, b] = [datasetUrn(`a${count}`), datasetUrn(`b${count++}`)];
  for (const urn of [a, b]) await writeAspect(root, urn, 'schemaMetadata', schemaWith('id', 'email'));
});

function columnOf(dataset: string, path: string): string {
  return `urn:li:schemaField:(${dataset},${path})`;
}

async function editedColumns(dataset: string): Promise<Readonly<Record<string, unknown>>> {
  const { json } = await root.request('GET', aspectPath(dataset, 'editableSchemaMetadata', 'v3'));
  const columns: { readonly fieldPath: string }[] = json?.value?.editableSchemaFieldInfo ?? [];
  return Object.fromEntries(columns.map(({ fieldPath, ...column }) => [fieldPath, column]));
}

describe.each(KINDS)('%s of columns', (field, start, aspectName, key, columnRight, assetRight) => {
  const [one, two, three] = ['one', 'two', 'three'].map((name) => `${start}${name}`);
  const list = field;

  async function labelsOf(dataset: string, path: string): Promise<readonly unknown[]> {
    const column = (await editedColumns(dataset))[path] as
      | Record<string, Record<string, object[]>>
      | undefined;
    return (column?.[aspectName]?.[list] ?? []).map((label) => (label as Record<string, unknown>)[key]);
  }

  const changed = async (urns: readonly string[], change: object, by = root) =>
    (await edit(by, { urns, changes: [{ field, ...change }] })).result;

  it('are stored with their dataset, beside its own and what others wrote', async () => {
    await writeAspect(root, a, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [{ fieldPath: 'id', description: 'by hand' }],
    });
    const urns = [columnOf(a, 'id'), columnOf(a, 'email'), columnOf(b, 'id'), a];
    const { id, result } = await edit(root, {
      urns,
      changes: [{ field, action: 'add', values: [one, two] }],
    });
    expect(result).toMatchObject({ changed: 4, failed: 0 });
    expect(result.changes[0]).toEqual({ urn: urns[0], cells: [{ field, before: [], after: [one, two] }] });
    expect(await labelsOf(a, 'email')).toEqual([one, two]);
    expect((await editedColumns(a))['id']).toMatchObject({ description: 'by hand' });
    expect(await changed(urns, { action: 'add', values: [two] })).toMatchObject({ unchanged: 4 });
    await changed([columnOf(a, 'email')], { action: 'add', values: [three] });
    await changed([columnOf(b, 'id')], { action: 'remove', values: [one] });
    expect(await labelsOf(b, 'id')).toEqual([two]);
    const undone = (await edit(root, { undo: id })).result;
    expect(undone).toMatchObject({ changed: 4, failed: 0 });
    expect(await labelsOf(a, 'id')).toEqual([]);
    expect(await labelsOf(a, 'email')).toEqual([three]);
    expect(await labelsOf(b, 'id')).toEqual([]);
    expect((await editedColumns(a))['id']).toMatchObject({ description: 'by hand' });
  });

  it('can be set, replaced and cleared, by a dry run that is applied', async () => {
    const urns = [columnOf(a, 'id'), columnOf(b, 'email')];
    await changed(urns, { action: 'set', values: [one] });
    await changed(urns, { action: 'replace', values: [one, two] });
    expect(await labelsOf(b, 'email')).toEqual([two]);
    const dry = await edit(root, { urns, changes: [{ field, action: 'clear' }], dryRun: true });
    expect(dry.result).toMatchObject({ changed: 2, canBeApplied: true });
    expect((await edit(root, { plan: dry.id })).result).toMatchObject({ changed: 2, failed: 0 });
    expect(await labelsOf(a, 'id')).toEqual([]);
  });

  it('round-trip through a table', async () => {
    const column = columnOf(a, 'id');
    const csv = `urn,${field}\n"${column}","${one}"\n`;
    expect((await edit(root, { csv })).result).toMatchObject({ changed: 1, failed: 0 });
    expect(await labelsOf(a, 'id')).toEqual([one]);
    expect((await edit(root, { csv })).result).toMatchObject({ unchanged: 1 });
  });

  it('need a column of the schema, a label that exists, and the right on columns of the dataset', async () => {
    const missing = await changed([columnOf(a, 'none')], { action: 'add', values: [one] });
    expect(missing.failures).toMatchObject([{ code: 'NOT_FOUND', field }]);
    expect(await editedColumns(a)).toEqual({});
    const name = `writer-${field}`;
    const writer = await addActor(root, name);
    const actors = { users: [userUrn(name)] };
    await writePolicy(root, `see for ${field}`, {
      privileges: ['VIEW_ENTITY_PAGE', assetRight],
      actors,
      resources: { allResources: true },
    });
    await writePolicy(root, `columns of b for ${field}`, {
      privileges: [columnRight],
      actors,
      resources: { filter: matching('URN', [b]) },
    });
    const { changes, failures } = await changed(
      [columnOf(a, 'id'), columnOf(b, 'id')],
      { action: 'add', values: [one] },
      writer,
    );
    expect(changes.map(({ urn }: { readonly urn: string }) => urn)).toEqual([columnOf(b, 'id')]);
    expect(failures).toMatchObject([{ urn: columnOf(a, 'id'), code: 'FORBIDDEN' }]);
  });
});
