import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended } from '../../support/bulk-edits.ts';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, writeAspect } from '../../support/test-actors.ts';

const PATH = '/api/colophon/v1/bulk-edits';
const [A, B] = [datasetUrn('a'), datasetUrn('b')];
const START = `mutation ($input: StartBulkEditInput!) { startBulkEdit(input: $input) {
  id isTrial state done total requested { field action values }
} }`;
const GET = `query ($id: Int!) { bulkEdit(id: $id) {
  id isTrial state done total startedAt finishedAt error isStopped changed unchanged failed left failureCount
  runId since commit
  changes { urn cells { field before after } }
  failures { urn field line code cause kind data { name values } message }
  requested { field action values }
} }`;

let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
let other: TestServer;

beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
  await catalog.define('level', { allowedValues: [{ string: 'high' }, { string: 'low' }] });
  for (const name of ['a', 'b']) await catalog.dataset(name);
  other = await addActor(root, 'other', { roles: ['Reader'] });
});
afterAll(() => root.stop());

/** Starts an edit and waits for its end. Returns the report. */
async function edit(input: object, by = root) {
  const { data, errors } = await by.graphql(START, { input });
  expect(errors).toBeUndefined();
  await ended(by, data.startBulkEdit.id);
  return reportOf(data.startBulkEdit.id, by);
}

async function reportOf(id: number, by = root) {
  const { data, errors } = await by.graphql(GET, { id });
  expect(errors).toBeUndefined();
  return data.bulkEdit;
}

async function aspect(urn: string, name: string) {
  const { json, status } = await root.request('GET', aspectPath(urn, name, 'v3'));
  return status === 404 ? undefined : json.value;
}

const CHANGES = [
  { field: 'description', action: 'SET', values: ['Orders.'] },
  { field: 'deprecation', action: 'ADD', values: ['Old.'] },
  { field: 'level', action: 'SET', values: ['low'] },
];

describe('bulk edits in GraphQL', () => {
  it('preview, change and undo the matches of a search', async () => {
    const search = {
      types: ['DATASET'],
      orFilters: [{ and: [{ field: 'urn', values: [A] }] }, { and: [{ field: 'urn', value: B }] }],
    };
    const trial = await edit({ search, changes: CHANGES, dryRun: true });
    expect(trial).toMatchObject({ isTrial: true, state: 'SUCCEEDED', changed: 2, runId: null, failures: [] });
    expect(trial.requested).toEqual(CHANGES);
    expect(trial.changes[0].cells).toEqual([
      { field: 'description', before: [], after: ['Orders.'] },
      { field: 'deprecation', before: [], after: ['Old.'] },
      { field: 'level', before: [], after: ['low'] },
    ]);
    expect(await aspect(A, 'deprecation')).toBeUndefined();
    const done = await edit({ search, changes: CHANGES });
    expect(done).toMatchObject({ isTrial: false, changed: 2, changes: trial.changes, total: 2 });
    expect(await aspect(A, 'deprecation')).toMatchObject({ deprecated: true, note: 'Old.' });
    const again = await edit({ search, changes: CHANGES.slice(1, 2) });
    expect(again).toMatchObject({ changed: 0, unchanged: 2, failed: 0 });
    const refused = await edit({
      urns: [A, datasetUrn('none')],
      changes: [{ field: 'deprecation', action: 'ADD', values: ['Other.'] }],
    });
    expect(refused.failures).toEqual([
      expect.objectContaining({ urn: datasetUrn('none'), field: null, code: 'NOT_FOUND', line: null }),
      expect.objectContaining({
        urn: A,
        field: 'deprecation',
        code: 'VALIDATION',
        cause: 'HAS_VALUE',
        kind: 'HAS_VALUE',
        data: [],
      }),
    ]);
    expect(await edit({ undo: done.id })).toMatchObject({ changed: 2, requested: [] });
    expect(await aspect(A, 'deprecation')).toMatchObject({ deprecated: false });
    const { data } = await root.graphql('{ bulkEdits { id isTrial changed changes { urn } } }');
    expect(data.bulkEdits).toContainEqual({ id: done.id, isTrial: false, changed: 2, changes: null });
    expect(data.bulkEdits.some(({ isTrial }: { isTrial: boolean }) => isTrial)).toBe(false);
  });

  it('export a table, which they import', async () => {
    await edit({ urns: [A], changes: CHANGES });
    const { data } = await root.graphql(
      'query ($input: ExportAssetsInput!) { exportAssets(input: $input) { csv rows } }',
      {
        input: {
          search: { types: ['DATASET'] },
          columns: ['description', 'deprecation', propertyUrn('level')],
        },
      },
    );
    const { csv, rows } = data.exportAssets;
    expect(rows).toBe(2);
    expect(csv).toContain('"Orders.","Old.","low"');
    expect(await edit({ csv })).toMatchObject({ unchanged: 2, failed: 0 });
  });

  it('replace removed values of a property, and write its definition last', async () => {
    const report = await edit({
      definition: {
        urn: propertyUrn('level'),
        valueType: 'urn:li:dataType:datahub.string',
        entityTypes: ['urn:li:entityType:datahub.dataset'],
        allowedValues: [{ stringValue: 'high' }],
      },
      changes: [{ field: 'level', action: 'REPLACE', values: ['low', 'high'] }],
    });
    expect(report).toMatchObject({ failures: [], changed: 1, commit: expect.any(Number) });
    expect(await catalog.values(A)).toMatchObject({ level: [{ string: 'high' }] });
    expect(await aspect(propertyUrn('level'), 'propertyDefinition')).toMatchObject({
      allowedValues: [{ value: { string: 'high' } }],
    });
  });

  it('can be stopped; after the end that changes nothing', async () => {
    const { id } = await edit({ urns: [A], changes: CHANGES.slice(0, 1) });
    const stop = 'mutation ($id: Int!) { stopBulkEdit(id: $id) { id state isStopped } }';
    const { data } = await root.graphql(stop, { id });
    expect(data.stopBulkEdit).toEqual({ id, state: 'SUCCEEDED', isStopped: false });
  });

  it('are hidden from others, and change nothing without the right', async () => {
    const { id } = await edit({ urns: [A], changes: CHANGES.slice(0, 1) });
    for (const query of ['query ($id: Int!) { bulkEdit', 'mutation ($id: Int!) { stopBulkEdit']) {
      const { errors } = await other.graphql(`${query}(id: $id) { id } }`, { id });
      expect(errors[0].message).toContain(`You have no bulk edit with the number ${id}.`);
    }
    expect((await other.graphql('{ bulkEdits { id } }')).data.bulkEdits).toEqual([]);
    const changes = [...CHANGES.slice(0, 2), { field: 'level', action: 'CLEAR' }];
    const report = await edit({ urns: [A, B], changes }, other);
    expect(report).toMatchObject({ changed: 0, failed: 2, failureCount: 6 });
    expect(report.failures.every(({ code }: { code: string }) => code === 'FORBIDDEN')).toBe(true);
    const { errors } = await other.graphql(START, { input: { undo: id } });
    expect(errors[0].message).toContain('You have no bulk edit');
  });

  it.each([
    {},
    { urns: [A] },
    { urns: [], changes: [{ field: 'tags', action: 'clear' }] },
    { urns: [A], undo: 1 },
    { csv: '' },
    { csv: 'urn,description\n', changes: [] },
    { undo: 10 ** 9 },
    { run: 'none', since: 'soon' },
    { valuesOf: 'me' },
    { urns: ['me'], changes: [{ field: 'tags', action: 'clear' }] },
    { urns: [A], changes: [{ field: 'none', action: 'clear' }] },
    { urns: [A], changes: [{ field: 'description', action: 'set', values: ['a', 'b'] }] },
    { urns: Array.from({ length: 10_001 }, () => A), changes: [{ field: 'tags', action: 'clear' }] },
    { search: { query: 'zzz' }, changes: [{ field: 'tags', action: 'clear' }] },
    { urns: [A], changes: Array.from({ length: 101 }, () => ({ field: 'tags', action: 'clear' })) },
  ])('refuse with the words of REST: %#', async (body: Record<string, unknown>) => {
    const { json, status } = await root.request('POST', PATH, body);
    expect(status).toBeGreaterThanOrEqual(400);
    const changes = (body['changes'] as { action: string }[] | undefined)?.map((change) => ({
      ...change,
      action: change.action.toUpperCase(),
    }));
    const { errors } = await root.graphql(START, { input: { ...body, ...(changes && { changes }) } });
    expect(errors[0].message).toBe(json.message);
  });

  it.each([
    { urns: [A], changes: [{ field: 'tags', action: 'clear' }] },
    { urns: [A], changes: [{ field: 'description', action: 'SET', values: [null] }] },
    { urns: [A], changes: [{ field: 'description', action: 'SET', values: [{ a: 1 }] }] },
    { undo: 1.5 },
    { undo: 'one' },
    { urns: A, changes: 'all' },
    { csv: ['a'] },
    { unknown: 1 },
  ])('refuse wrong types: %j', async (input) => {
    const { data, errors } = await root.graphql(START, { input });
    expect(data ?? null).toBeNull();
    expect(errors[0].message).toMatch(/\$input|input/);
  });

  it('keep a property and a field of the same name apart', async () => {
    await catalog.define('deprecation');
    await writeAspect(root, B, 'deprecation', {
      deprecated: true,
      note: 'x',
      actor: 'urn:li:corpuser:datahub',
    });
    const urn = propertyUrn('deprecation');
    const report = await edit({ urns: [B], changes: [{ field: urn, action: 'SET', values: ['of it'] }] });
    expect(report.changes[0].cells).toEqual([{ field: urn, before: [], after: ['of it'] }]);
  });

  it('select assets along lineage', async () => {
    const [up, down] = [datasetUrn('up'), datasetUrn('down')];
    await catalog.dataset('up');
    await writeAspect(root, down, 'upstreamLineage', { upstreams: [{ dataset: up, type: 'COPY' }] });
    const lineage = { urn: up, direction: 'DOWNSTREAM', hops: 3 };
    const changes = [{ field: 'level', action: 'SET', values: ['high'] }];
    const done = await edit({ lineage: { ...lineage, stopAtValue: true }, changes });
    expect(done).toMatchObject({ changed: 1, requested: changes, changes: [{ urn: down }] });
    const { data } = await root.graphql(
      `query ($urn: String!) { dataset(urn: $urn) { structuredProperties { properties {
        attribution { source { urn } sourceDetail { key value } }
      } } } }`,
      { urn: down },
    );
    expect(data.dataset.structuredProperties.properties[0].attribution).toEqual({
      source: { urn: up },
      sourceDetail: expect.arrayContaining([
        { key: 'propagated', value: 'true' },
        { key: 'origin', value: up },
      ]),
    });
    const { errors } = await root.graphql(START, { input: { lineage: { ...lineage, hops: 0 }, changes } });
    expect(errors[0].message).toContain("'lineage.hops' must be a whole number from 1 to 1000, not 0");
  });
});
