import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../../support/catalog-client.ts';
import { callsOf } from '../../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../../support/start-server.ts';
import { addActor, matching, userUrn, writeAspect, writePolicy } from '../../../support/test-actors.ts';

const [A, B, C] = [datasetUrn('edges.a'), datasetUrn('edges.b'), datasetUrn('edges.c')];
const FLOW = 'urn:li:dataFlow:(airflow,edges,PROD)';
const [JOB, NEXT_JOB] = [`urn:li:dataJob:(${FLOW},one)`, `urn:li:dataJob:(${FLOW},two)`];
const [CHART, DASHBOARD] = ['urn:li:chart:(looker,edges)', 'urn:li:dashboard:(looker,edges)'];

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
  for (const name of ['edges.a', 'edges.b', 'edges.c']) await clientOf(server).dataset(name);
  for (const job of [JOB, NEXT_JOB]) await writeAspect(server, job, 'status', { removed: false });
  const lastModified = { created: { time: 0, actor: 'urn:li:corpuser:a' } };
  const stamps = { lastModified: { ...lastModified, lastModified: lastModified.created } };
  const info = { title: 'Edges', description: 'text', ...stamps };
  await writeAspect(server, CHART, 'chartInfo', { ...info, inputs: [{ string: C }] });
  await writeAspect(server, DASHBOARD, 'dashboardInfo', { ...info, charts: [] });
});
afterAll(() => server.stop());

type Edge = readonly [downstream: string, upstream: string];
const edges = (list: readonly Edge[]) =>
  list.map(([downstreamUrn, upstreamUrn]) => ({ downstreamUrn, upstreamUrn }));
const input = (added: readonly Edge[], removed: readonly Edge[] = []) => ({
  edgesToAdd: edges(added),
  edgesToRemove: edges(removed),
});
const update = (added: readonly Edge[], removed: readonly Edge[] = []): Promise<unknown> =>
  calls.mutate('updateLineage', 'UpdateLineageInput', input(added, removed));
const refused = (added: readonly Edge[]) =>
  calls.refused('updateLineage', 'UpdateLineageInput', input(added));

async function upstream(urn: string): Promise<unknown> {
  const { data } = await server.graphql(
    'query l($urn: String!) { entity(urn: $urn) { ... on EntityWithRelationships { lineage(input: { direction: UPSTREAM }) { relationships { entity { urn } isManual } } } } }',
    { urn },
  );
  const found: { entity: { urn: string }; isManual: boolean }[] = data.entity.lineage.relationships;
  return found.map(({ entity, isManual }) => [entity.urn, isManual]);
}

describe('manual lineage', () => {
  it.each<Edge>([
    [B, A],
    [JOB, A],
    [NEXT_JOB, JOB],
    [CHART, A],
    [DASHBOARD, A],
    [DASHBOARD, CHART],
    [C, JOB],
  ])('is added once, shown as manual, and removed: %s from %s', async (downstream, from) => {
    expect(await update([[downstream, from]])).toBe(true);
    expect(await update([[downstream, from]])).toBe(true);
    expect(await upstream(downstream)).toContainEqual([from, true]);
    expect(await update([], [[downstream, from]])).toBe(true);
    expect(await upstream(downstream)).not.toContainEqual([from, true]);
  });

  it('keeps other edges, and removes those reported by sources', async () => {
    await update([
      [B, A],
      [B, C],
    ]);
    await update([[B, JOB]], [[B, C]]);
    expect(await upstream(B)).toEqual(
      expect.arrayContaining([
        [A, true],
        [JOB, true],
      ]),
    );
    expect(await upstream(B)).toHaveLength(2);
    expect(await upstream(CHART)).toContainEqual([C, false]);
    await update([], [[CHART, C]]);
    expect((await calls.stored(CHART, 'chartInfo')).inputs).toEqual([]);
    await update([[C, A]], [[C, A]]);
    expect(await upstream(C)).toEqual([]);
  });

  it('is refused between incompatible types, missing entities, and invalid urns', async () => {
    expect((await refused([[A, CHART]])).code).toBe(400);
    expect((await refused([[A, 'nonsense']])).code).toBe(400);
    const missing = await refused([[A, datasetUrn('edges.never')]]);
    expect(missing.code).toBe(404);
    expect(missing.message).toContain('does not exist');
    expect(await update([], [[A, datasetUrn('edges.never')]])).toBe(true);
  });

  it('needs the privilege on both ends', async () => {
    const reader = await addActor(server, 'edges-reader', { roles: ['Reader'] });
    const one = await callsOf(reader).refused('updateLineage', 'UpdateLineageInput', input([[B, A]]));
    expect(one.code).toBe(403);
  });
});

describe('the logical parent', () => {
  const set = (resourceUrn: string, parentUrn?: string): Promise<unknown> =>
    calls.mutate('setLogicalParent', 'SetLogicalParentInput', { resourceUrn, parentUrn });
  const parentOf = async (urn: string): Promise<unknown> => {
    const query =
      'query p($urn: String!) { entity(urn: $urn) { ... on Dataset { logicalParent { urn } } ... on SchemaFieldEntity { logicalParent { urn } } } }';
    return (await server.graphql(query, { urn })).data.entity.logicalParent;
  };

  it('of a dataset and of a column is set and removed', async () => {
    const [column, parent] = [`urn:li:schemaField:(${B},x)`, `urn:li:schemaField:(${A},y)`];
    await set(B, A);
    await set(column, parent);
    expect([await parentOf(B), await parentOf(column)]).toEqual([{ urn: A }, { urn: parent }]);
    await set(B);
    expect(await parentOf(B)).toBeNull();
  });

  it('of a column needs the right to edit both datasets, but none on the columns', async () => {
    const [column, parent] = [`urn:li:schemaField:(${B},z)`, `urn:li:schemaField:(${A},y)`];
    const editor = await addActor(server, 'edges-editor', { roles: ['Reader'] });
    const actors = { users: [userUrn('edges-editor')] };
    const allow = (...urns: readonly string[]) =>
      writePolicy(server, 'edges', {
        privileges: ['EDIT_ENTITY'],
        actors,
        resources: { filter: matching('URN', urns) },
      });
    const input = { resourceUrn: column, parentUrn: parent };
    await allow(B);
    expect((await callsOf(editor).refused('setLogicalParent', 'SetLogicalParentInput', input)).code).toBe(
      403,
    );
    await allow(A, B);
    await callsOf(editor).mutate('setLogicalParent', 'SetLogicalParentInput', input);
    expect(await parentOf(column)).toEqual({ urn: parent });
    const other = { ...input, parentUrn: `urn:li:schemaField:(${CHART},y)` };
    expect((await callsOf(editor).refused('setLogicalParent', 'SetLogicalParentInput', other)).code).toBe(
      403,
    );
  });

  it('must be of the same type, and exist', async () => {
    const bad = async (resourceUrn: string, parentUrn: string) =>
      (await calls.refused('setLogicalParent', 'SetLogicalParentInput', { resourceUrn, parentUrn })).code;
    expect(await bad(B, `urn:li:schemaField:(${A},y)`)).toBe(400);
    expect(await bad(CHART, CHART)).toBe(400);
    expect(await bad(B, datasetUrn('edges.never'))).toBe(404);
  });
});
