import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, writeAspect } from '../../support/test-actors.ts';
import { until } from '../../support/until.ts';
import { ask, refused } from './agent-client.ts';

const PII = 'urn:li:tag:PII';
const reason = 'a mistake';

let count = 0;
let server: TestServer;
let urns: readonly [string, string];

beforeAll(async () => {
  server = await startServer({ options: { 'agents.callsPerMinute': 0 } });
  await clientOf(server).post(PII, 'tagProperties', { name: 'PII' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  urns = [datasetUrn(`a${count}`), datasetUrn(`b${count++}`)];
  for (const urn of urns) await writeAspect(server, urn, 'status', { removed: false });
});

async function described(of: readonly string[] = urns) {
  const changes = [
    { urns: of, field: 'tags', action: 'add', values: ['PII'] },
    { urns: of, field: 'description', action: 'set', values: ['Orders'] },
  ];
  const { plan } = await ask(server, 'set_metadata', { changes, reason: 'a test' });
  return ask(server, 'set_metadata', { plan });
}

const planOf = (args: object) => ask(server, 'undo', { ...args, reason });
const apply = (plan: string) => ask(server, 'undo', { plan });

async function valueOf(urn: string, aspect: string): Promise<Record<string, unknown> | undefined> {
  const { json } = await server.request('GET', aspectPath(urn, aspect, 'v3'));
  return json?.value;
}

describe('undo of an edit', () => {
  it.each(['edit', 'commit'] as const)(
    'by its %s shows first, then restores, and can be undone',
    async (by) => {
      const done = await described();
      const shown = await planOf({ [by]: done[by] });
      expect(shown).toMatchObject({ changed: 2, failed: 0, kept: [] });
      expect(shown.sample[0]).toMatchObject({
        untrusted: { before: { description: ['Orders'] }, after: { description: [] } },
      });
      expect(await valueOf(urns[0], 'globalTags')).toEqual({ tags: [{ tag: PII }] });
      const undone = await apply(shown.plan);
      expect(undone).toMatchObject({ changed: 2, state: 'done', commit: undone.sequence });
      expect(await valueOf(urns[0], 'globalTags')).toEqual({ tags: [] });
      expect((await apply(shown.plan)).edit).toBe(undone.edit);
      const again = await planOf({ edit: undone.edit });
      await apply(again.plan);
      expect(await valueOf(urns[0], 'globalTags')).toEqual({ tags: [{ tag: PII }] });
    },
  );

  it('keeps what changed since, and says so', async () => {
    const { edit } = await described();
    await writeAspect(server, urns[1], 'editableDatasetProperties', { description: 'Theirs' });
    const shown = await planOf({ edit });
    expect(shown.kept).toMatchObject([{ urn: urns[1], untrusted: { field: 'description' } }]);
    await apply(shown.plan);
    expect(await valueOf(urns[1], 'editableDatasetProperties')).toMatchObject({ description: 'Theirs' });
    expect(await valueOf(urns[0], 'editableDatasetProperties')).not.toHaveProperty('description');
  });

  it('changes nothing if something changed since the plan', async () => {
    const { edit } = await described();
    const { plan } = await planOf({ edit });
    await writeAspect(server, urns[1], 'editableDatasetProperties', { description: 'Theirs' });
    expect(await refused(server, 'undo', { plan })).toMatchObject({ code: 'CONFLICT' });
    expect(await valueOf(urns[0], 'editableDatasetProperties')).toMatchObject({ description: 'Orders' });
  });

  it('of more than 200 assets is a job', async () => {
    const many = Array.from({ length: 201 }, (_, i) => datasetUrn(`many${count}.${i}`));
    await server.request(
      'POST',
      '/openapi/v3/entity/dataset',
      many.map((urn) => ({ urn, status: { value: {} } })),
    );
    const read = (edit: number) => ask(server, 'get_edit', { edit });
    const { edit } = await described(many);
    await until('the edit is done', async () => (await read(edit)).state === 'succeeded');
    const { plan } = await planOf({ edit });
    await writeAspect(server, many[0] ?? '', 'editableDatasetProperties', { description: 'Theirs' });
    const undone = await apply(plan);
    expect(undone.state).toBe('running');
    await until('the undo is done', async () => (await read(undone.edit)).state === 'succeeded');
    expect(await read(undone.edit)).toMatchObject({
      changed: 200,
      failed: 1,
      failures: [{ code: 'CONFLICT' }],
    });
  });

  it('is refused to others', async () => {
    const { edit } = await described();
    const admin = await addActor(server, `admin${count}`, { roles: ['Admin'] });
    expect(await refused(admin, 'undo', { edit, reason })).toMatchObject({ code: 'NOT_FOUND' });
    const { plan } = await planOf({ edit });
    expect(await refused(admin, 'undo', { plan })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('undo of a run', () => {
  async function ingest(value: string): Promise<void> {
    for (const urn of urns) {
      await server.request('POST', '/aspects?action=ingestProposal', {
        proposal: {
          entityType: 'dataset',
          entityUrn: urn,
          changeType: 'UPSERT',
          aspectName: 'datasetProperties',
          aspect: { contentType: 'application/json', value: JSON.stringify({ description: value }) },
          systemMetadata: { runId: `run-${count}`, lastObserved: 0 },
        },
      });
    }
  }

  it('restores what it wrote, as the plan showed', async () => {
    await ingest('wrong');
    const shown = await planOf({ run: `run-${count}` });
    expect(shown, JSON.stringify(shown)).toMatchObject({ changed: 2, failed: 0 });
    const undone = await apply(shown.plan);
    expect(undone).toMatchObject({ changed: 2, state: 'done' });
    expect(await valueOf(urns[0], 'datasetProperties')).toBeUndefined();
    expect(await ask(server, 'get_edit', { edit: undone.edit })).toMatchObject({
      changed: 2,
      plan: shown.plan,
    });
  });

  it('of more than 200 assets is a job, which keeps what changed since the plan', async () => {
    const many = Array.from({ length: 205 }, (_, i) => datasetUrn(`run${count}.${i}`));
    const value = { description: 'wrong' };
    const systemMetadata = { runId: `many-${count}`, lastObserved: 0 };
    await server.request(
      'POST',
      '/openapi/v3/entity/dataset?async=false',
      many.map((urn) => ({ urn, datasetProperties: { value, systemMetadata } })),
    );
    const shown = await planOf({ run: `many-${count}` });
    expect(shown, JSON.stringify(shown)).toMatchObject({ assets: 205, changed: 205, failed: 0 });
    await writeAspect(server, many[0] ?? '', 'datasetProperties', { description: 'right' });
    const undone = await apply(shown.plan);
    expect(undone).toMatchObject({ state: 'running' });
    const read = () => ask(server, 'get_edit', { edit: undone.edit });
    await until('the undo is done', async () => (await read()).state === 'succeeded');
    expect(await read()).toMatchObject({ changed: 204, plan: shown.plan });
    expect(await valueOf(many[0] ?? '', 'datasetProperties')).toMatchObject({ description: 'right' });
    // The run created them: undoing that is a soft deletion.
    const deleted = await Promise.all(many.map((urn) => valueOf(urn, 'status')));
    expect(deleted.map((status) => status?.['removed'] === true)).toEqual(many.map((_, i) => i > 0));
    expect((await apply(shown.plan)).edit).toBe(undone.edit);
  });

  it('is refused if the run has written more since', async () => {
    await ingest('wrong');
    const { plan } = await planOf({ run: `run-${count}` });
    await ingest('more');
    expect(await refused(server, 'undo', { plan })).toMatchObject({ code: 'CONFLICT' });
    expect(await valueOf(urns[0], 'datasetProperties')).toMatchObject({ description: 'more' });
  });
});

describe('undo of definitions and deletions', () => {
  it('restores a property that set_definitions has deleted', async () => {
    const name = `io.acme.gone${count}`;
    await clientOf(server).define(name);
    await clientOf(server).assign(urns[0], { [name]: [{ string: 'kept' }] });
    const deletions = [{ urn: propertyUrn(name), hard: true }];
    const { plan } = await ask(server, 'set_definitions', { deletions, reason });
    const { commit } = await ask(server, 'set_definitions', { plan });
    const shown = await planOf({ commit });
    expect(shown).toMatchObject({ changed: 1, sample: [{ urn: propertyUrn(name) }], kept: [] });
    expect(await apply(shown.plan)).toMatchObject({ changed: 1, state: 'done' });
    expect((await ask(server, 'resolve', { names: [name], kinds: ['property'] })).found).toHaveLength(1);
  });

  it('restores a deleted entity, and keeps what was written since', async () => {
    const path = `/openapi/v3/entity/dataset/${encodeURIComponent(urns[0])}`;
    await clientOf(server).post(urns[0], 'globalTags', { tags: [{ tag: PII }] });
    await server.request('DELETE', path);
    await clientOf(server).post(urns[0], 'datasetProperties', { description: 'new' });
    const shown = await planOf({ urn: urns[0] });
    expect(shown).toMatchObject({ changed: 1 });
    expect(await apply(shown.plan)).toMatchObject({ changed: 1, state: 'done' });
    expect(await valueOf(urns[0], 'globalTags')).toEqual({ tags: [{ tag: PII }] });
    expect(await valueOf(urns[0], 'datasetProperties')).toMatchObject({ description: 'new' });
  });

  it('is refused if it would do something else than the plan showed', async () => {
    const path = `/openapi/v3/entity/dataset/${encodeURIComponent(urns[0])}`;
    await clientOf(server).post(urns[0], 'globalTags', { tags: [{ tag: PII }] });
    await server.request('DELETE', path);
    const { plan } = await planOf({ urn: urns[0] });
    await clientOf(server).post(urns[0], 'globalTags', { tags: [] });
    expect(await refused(server, 'undo', { plan })).toMatchObject({ code: 'CONFLICT' });
    expect(await valueOf(urns[0], 'globalTags')).toEqual({ tags: [] });
  });
});

describe('undo', () => {
  it.each<[object, object]>([
    [{ reason }, { argument: 'edit' }],
    [{ edit: 1, run: 'x', reason }, { code: 'INVALID_REQUEST' }],
    [{ edit: 1 }, { argument: 'reason' }],
    [{ edit: 1, plan: 'p1' }, { argument: 'plan' }],
    [{ edit: 999_999, reason }, { code: 'NOT_FOUND' }],
    [{ urn: datasetUrn('never'), reason }, { code: 'NOT_FOUND' }],
    [{ commit: 9_999_999, reason }, { code: 'GONE' }],
  ])('refuses %j', async (args, error) => {
    expect(await refused(server, 'undo', { ...args })).toMatchObject(error);
  });

  it('does not take a plan of another tool', async () => {
    const definitions = [{ urn: propertyUrn('io.acme.x'), propertyDefinition: definition('io.acme.x') }];
    const { plan } = await ask(server, 'set_definitions', { definitions, reason });
    for (const tool of ['undo', 'set_metadata'])
      expect(await refused(server, tool, { plan })).toMatchObject({
        code: 'INVALID_REQUEST',
        argument: 'plan',
      });
  });
});
