import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { edit } from '../../support/bulk-edits.ts';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { until } from '../../support/until.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

const PATH = '/api/colophon/v1/bulk-edits';
const DESCRIBED = 'datasetProperties';
const TAGGED = { tags: [{ tag: 'urn:li:tag:pii' }] };

let count = 0;
let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
/** New datasets, of which the first two exist, and a new run. */
let urns: readonly [string, string, string];
let run: string;

beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
  await catalog.define('team');
});
afterAll(() => root.stop());
beforeEach(async () => {
  run = `run-${count}`;
  urns = [datasetUrn(`a${count}`), datasetUrn(`b${count}`), datasetUrn(`c${count++}`)];
  for (const urn of urns.slice(0, 2)) await writeAspect(root, urn, DESCRIBED, { description: 'before' });
});

interface Write {
  readonly urn: string;
  readonly aspect?: string;
  /** Undefined: deletes the aspect. */
  readonly value?: object;
  readonly patch?: object;
}

/** Writes as a source does, by Rest.li. */
async function ingest(runId: string | undefined, ...writes: readonly Write[]): Promise<void> {
  const json = (value: unknown) => ({ contentType: 'application/json', value: JSON.stringify(value) });
  for (const { aspect: aspectName = DESCRIBED, patch, urn: entityUrn, value } of writes) {
    const changeType = patch !== undefined ? 'PATCH' : value === undefined ? 'DELETE' : 'UPSERT';
    const aspect = value ?? patch;
    const proposal = {
      entityType: entityUrn.split(':')[2],
      entityUrn,
      aspectName,
      changeType,
      ...(aspect !== undefined && { aspect: json(aspect) }),
      ...(runId !== undefined && { systemMetadata: { runId, lastObserved: 1 } }),
    };
    const { status, text } = await root.request('POST', '/aspects?action=ingestProposal', { proposal });
    expect(status, text).toBe(200);
  }
}

async function valueOf(urn: string, aspect = DESCRIBED) {
  const { json, status } = await root.request('GET', aspectPath(urn, aspect, 'v3'));
  return status === 404 ? undefined : json.value;
}

async function descriptionOf(urn: string) {
  return (await valueOf(urn))?.description;
}

const described = (urn: string, description: string): Write => ({ urn, value: { description } });

describe('undoing a run', () => {
  it('previews the restored values, and restores them as one new version each', async () => {
    await ingest(run, described(urns[0], 'by the run'));
    await ingest(run, { urn: urns[0], aspect: 'globalTags', value: TAGGED });
    const trial = await edit(root, { run, dryRun: true });
    expect(trial.result).toMatchObject({ about: { run }, isTrial: true, changed: 2, failed: 0, left: 0 });
    expect(trial.result.changes).toEqual([
      {
        urn: urns[0],
        cells: [
          {
            field: DESCRIBED,
            before: [expect.stringContaining('"by the run"')],
            after: [expect.stringContaining('"before"')],
          },
        ],
      },
      {
        urn: urns[0],
        cells: [{ field: 'globalTags', before: [expect.stringContaining('urn:li:tag:pii')], after: [] }],
      },
    ]);
    expect(await descriptionOf(urns[0])).toBe('by the run');
    expect(await valueOf(urns[0], 'globalTags')).toEqual(TAGGED);
    const { done, result, total } = await edit(root, { run });
    expect(result).toMatchObject({ changed: 2, unchanged: 0, failed: 0 });
    expect(done).toBe(total);
    expect(await valueOf(urns[0], 'globalTags')).toBeUndefined();
    const { json } = await root.request('GET', `${aspectPath(urns[0], DESCRIBED, 'v3')}?systemMetadata=true`);
    expect(json).toMatchObject({
      value: { description: 'before' },
      systemMetadata: { version: '3', runId: result.runId },
    });
  });

  it('can be undone like any other edit, including its deletions, and does nothing twice', async () => {
    await ingest(run, described(urns[0], 'by the run'), described(urns[2], 'new'));
    await ingest(run, { urn: urns[0], aspect: 'globalTags', value: TAGGED });
    const { id } = await edit(root, { run });
    expect((await valueOf(urns[2], 'status')).removed).toBe(true);
    // For an aspect that no longer exists, the writing run is unknown.
    expect((await edit(root, { run })).result).toMatchObject({ changed: 0, unchanged: 2, failed: 0 });
    expect((await edit(root, { undo: id })).result).toMatchObject({ changed: 3, failed: 0 });
    expect(await descriptionOf(urns[0])).toBe('by the run');
    expect(await valueOf(urns[0], 'globalTags')).toEqual(TAGGED);
    expect(await valueOf(urns[2], 'status')).not.toEqual({ removed: true });
    expect((await edit(root, { undo: id })).result).toMatchObject({ changed: 0, unchanged: 2 });
  });

  it('keeps aspects that were changed since, and names who changed them', async () => {
    await ingest(run, described(urns[0], 'by the run'), described(urns[1], 'by the run'));
    await ingest(undefined, described(urns[0], 'by hand'));
    const { result } = await edit(root, { run });
    expect(result).toMatchObject({ changed: 1, failed: 1, failureCount: 1 });
    expect(result.failures).toEqual([
      {
        urn: urns[0],
        field: DESCRIBED,
        code: 'CONFLICT',
        kind: 'CHANGED_SINCE',
        message: expect.stringContaining(`${userUrn('datahub')} changed it later, at 20`),
      },
    ]);
    expect([await descriptionOf(urns[0]), await descriptionOf(urns[1])]).toEqual(['by hand', 'before']);
  });

  it('keeps aspects that a later run wrote, even if equal', async () => {
    const later = `${run}-later`;
    await ingest(run, described(urns[0], 'same'), described(urns[1], 'first'));
    await ingest(later, described(urns[0], 'same'), described(urns[1], 'second'));
    const { result } = await edit(root, { run });
    expect(result).toMatchObject({ changed: 0, failed: 2 });
    expect(result.failures.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining(`run ${later} wrote the same value later`),
      expect.stringContaining(`changed it later in run ${later}`),
    ]);
    expect((await edit(root, { run: later })).result).toMatchObject({ changed: 1, failed: 0 });
    expect([await descriptionOf(urns[0]), await descriptionOf(urns[1])]).toEqual(['same', 'first']);
    expect((await edit(root, { run })).result).toMatchObject({ changed: 0, failed: 2 });
  });

  it('restores the value before the first of several writes of the run', async () => {
    await ingest(run, described(urns[0], 'one'), described(urns[2], 'one'));
    for (let i = 0; i < 250; i++) await ingest(run, { urn: datasetUrn(`${run}-${i}`), value: {} });
    await ingest(run, described(urns[0], 'two'), described(urns[2], 'two'));
    await ingest(run, { urn: urns[1], aspect: 'globalTags', value: { tags: [] } });
    await ingest(run, { urn: urns[1], aspect: 'globalTags', value: TAGGED });
    const trial = await edit(root, { run, dryRun: true });
    expect(trial.result).toMatchObject({ changed: 253, failed: 0, failureCount: 0 });
    expect((await edit(root, { run })).result).toMatchObject({ changed: 253, failed: 0 });
    expect(await descriptionOf(urns[0])).toBe('before');
    expect(await valueOf(urns[1], 'globalTags')).toBeUndefined();
    expect(await valueOf(urns[2], 'status')).toEqual({ removed: true });
  });

  it('restores the last value of others when the run wrote before and after them', async () => {
    await ingest(run, described(urns[0], 'one'));
    await ingest(undefined, described(urns[0], 'between'));
    await ingest(run, described(urns[0], 'two'));
    expect((await edit(root, { run })).result).toMatchObject({ changed: 1, failed: 0 });
    expect(await descriptionOf(urns[0])).toBe('between');
  });

  it('undoes patches', async () => {
    await writeAspect(root, urns[0], 'globalTags', { tags: [{ tag: 'urn:li:tag:old' }] });
    const patch = [{ op: 'add', path: '/tags/urn:li:tag:pii', value: { tag: 'urn:li:tag:pii' } }];
    await ingest(run, { urn: urns[0], aspect: 'globalTags', patch });
    expect((await valueOf(urns[0], 'globalTags')).tags).toHaveLength(2);
    expect((await edit(root, { run })).result).toMatchObject({ changed: 1, failed: 0 });
    expect((await valueOf(urns[0], 'globalTags')).tags).toMatchObject([{ tag: 'urn:li:tag:old' }]);
  });

  it('restores deletions of the run', async () => {
    await ingest(run, { urn: urns[0] }, { urn: urns[1], aspect: 'status', value: { removed: true } });
    await writeAspect(root, urns[2], DESCRIBED, { description: 'whole' });
    await writeAspect(root, urns[2], 'globalTags', TAGGED);
    await ingest(run, { urn: urns[2], aspect: 'datasetKey' });
    expect(await descriptionOf(urns[2])).toBeUndefined();
    const { id, result } = await edit(root, { run });
    expect(result).toMatchObject({ changed: 3, failed: 0 });
    expect([await descriptionOf(urns[0]), await descriptionOf(urns[2])]).toEqual(['before', 'whole']);
    expect(await valueOf(urns[2], 'globalTags')).toEqual(TAGGED);
    expect(await valueOf(urns[1], 'status')).not.toEqual({ removed: true });
    expect((await edit(root, { undo: id })).result).toMatchObject({ failed: 0 });
    expect(await descriptionOf(urns[0])).toBeUndefined();
    const audit = await root.request(
      'GET',
      `/api/colophon/v1/audit?entity=${encodeURIComponent(urns[0])}&count=1`,
    );
    expect(audit.json.events).toMatchObject([{ aspectName: DESCRIBED, changeType: 'DELETE' }]);
  });

  it('soft-deletes entities that the run created, unless others have written to them since', async () => {
    const added = [urns[2], datasetUrn(`${run}-used`)];
    for (const urn of added) await ingest(run, described(urn, 'new'));
    for (const urn of added) await ingest(run, { urn, aspect: 'globalTags', value: TAGGED });
    await ingest(undefined, { urn: added[1] ?? '', aspect: 'domains', value: { domains: [] } });
    const { result } = await edit(root, { run });
    expect(result).toMatchObject({ changed: 1, failed: 1 });
    expect(result.changes).toMatchObject([{ urn: urns[2], cells: [{ field: 'status' }] }]);
    expect(result.failures).toMatchObject([
      { urn: added[1], code: 'CONFLICT', message: expect.stringMatching(/is kept as a whole.*\(domains\)/) },
    ]);
    expect(await valueOf(urns[2], 'status')).toEqual({ removed: true });
    expect(await valueOf(urns[2], 'globalTags')).toEqual(TAGGED);
    expect(await valueOf(added[1] ?? '', 'globalTags')).toEqual(TAGGED);
  });

  it('hard-deletes created entities without a status, and restores them', async () => {
    const urn = `urn:li:dataHubView:${run}`;
    const stamp = { time: 1, actor: userUrn('datahub') };
    const definition = { entityTypes: [], filter: { operator: 'AND', filters: [] } };
    const value = { name: 'x', type: 'GLOBAL', definition, created: stamp, lastModified: stamp };
    await ingest(run, { urn, aspect: 'dataHubViewInfo', value });
    const { id, result } = await edit(root, { run });
    expect(result).toMatchObject({ changed: 1, failed: 0 });
    expect(await valueOf(urn, 'dataHubViewInfo')).toBeUndefined();
    expect((await edit(root, { undo: id })).result).toMatchObject({ changed: 1, failed: 0 });
    expect(await valueOf(urn, 'dataHubViewInfo')).toMatchObject({ name: 'x' });
  });

  it('restores values of structured properties, and refuses those of deleted ones', async () => {
    const assigned = (string: string) => ({
      properties: [{ propertyUrn: propertyUrn('team'), values: [{ string }] }],
    });
    for (const urn of urns.slice(0, 2)) await catalog.assign(urn, { team: [{ string: 'red' }] });
    for (const urn of urns.slice(0, 2))
      await ingest(run, { urn, aspect: 'structuredProperties', value: assigned('blue') });
    expect((await edit(root, { run })).result).toMatchObject({ changed: 2, failed: 0 });
    expect(await catalog.values(urns[0])).toEqual({ team: [{ string: 'red' }] });
  });

  it('reports values that are no longer kept', async () => {
    const config = { retention: { version: { maxVersions: 1 } } };
    await writeAspect(root, 'urn:li:dataHubRetention:(dataset,ownership)', 'dataHubRetentionConfig', config);
    const owned = (name: string) => ({ owners: [{ owner: userUrn(name), type: 'DATAOWNER' }] });
    await writeAspect(root, urns[0], 'ownership', owned('one'));
    await ingest(run, { urn: urns[0], aspect: 'ownership', value: owned('two') });
    await ingest(run, { urn: urns[0], aspect: 'ownership', value: owned('three') });
    const { result } = await edit(root, { run });
    expect(result).toMatchObject({ changed: 0, failed: 1 });
    expect(result.failures).toMatchObject([
      {
        urn: urns[0],
        field: 'ownership',
        code: 'GONE',
        message: expect.stringContaining('no longer stored'),
      },
    ]);
    expect((await valueOf(urns[0], 'ownership')).owners).toMatchObject([{ owner: userUrn('three') }]);
  });

  it('keeps timeseries points', async () => {
    const value = { timestampMillis: 1, rowCount: 5 };
    await ingest(run, { urn: urns[0], aspect: 'datasetProfile', value }, described(urns[0], 'by the run'));
    expect((await edit(root, { run })).result).toMatchObject({ changed: 1, failed: 0 });
    expect(await valueOf(urns[0], 'datasetProfile')).toMatchObject({ rowCount: 5 });
  });

  it('starts at a moment, which must precede the first write', async () => {
    const since = new Date().toISOString();
    await ingest(run, described(urns[0], 'by the run'));
    const { result } = await edit(root, { run, since, dryRun: true });
    expect(result).toMatchObject({ about: { run, since }, changed: 1, failed: 0 });
    const late = await root.request('POST', PATH, { run, since: 'now' });
    expect([late.status, late.text]).toEqual([400, expect.stringContaining("before 'since' (now)")]);
    const other = await root.request('POST', PATH, { undo: 1, since });
    expect([other.status, other.text]).toEqual([400, expect.stringContaining("'since'")]);
  });

  it('reports that the log does not go back to the beginning of the run', async () => {
    let server = await startServer({ onDisk: true });
    const proposal = {
      entityType: 'tag',
      entityUrn: 'urn:li:tag:a',
      aspectName: 'tagProperties',
      changeType: 'UPSERT',
      aspect: { contentType: 'application/json', value: '{"name":"a"}' },
      systemMetadata: { runId: run, lastObserved: 1 },
    };
    await server.request('POST', '/aspects?action=ingestProposal', { proposal });
    await writeAspect(server, 'urn:li:tag:a', 'status', { removed: false });
    const { folder } = server;
    await server.stop({ keepFolder: true });
    const options = { 'audit.keepFor': 60_000, 'changeLog.keepFor': 3_600_000 };
    const later = Date.now() + 2 * 3_600_000;
    server = await startServer({ folder, options, environment: { now: () => later } });
    await until('the log is trimmed', async () => {
      const { text } = await server.request('GET', '/metrics');
      return /^colophon_change_log_oldest_sequence (?!1$)\d+$/m.test(text);
    });
    const { status, text } = await server.request('POST', PATH, { run });
    expect([status, text]).toEqual([410, expect.stringContaining('changeLog.keepFor')]);
    await server.stop();
  });

  it('finds nothing for an unknown run, and names the problem of the request', async () => {
    expect((await edit(root, { run: 'unknown' })).result).toMatchObject({ changed: 0, failed: 0, left: 0 });
    const refusal = async (body: object) => {
      const { status, text } = await root.request('POST', PATH, body);
      return [status, text];
    };
    expect(await refusal({ run: 'no-run-id-provided' })).toEqual([
      400,
      expect.stringContaining('cannot be undone'),
    ]);
    expect(await refusal({ run: 5 })).toEqual([400, expect.stringContaining('run')]);
    expect(await refusal({ run, undo: 5 })).toEqual([400, expect.stringContaining("2 of 'urns'")]);
    expect(await refusal({ run, changes: [] })).toEqual([400, expect.stringContaining("'changes'")]);
  });
});

describe('colophon undo --run', () => {
  it('previews, and undoes', async () => {
    using computer = new Computer(root);
    await ingest(run, described(urns[0], 'by the run'), described(urns[1], 'by the run'));
    await ingest(undefined, described(urns[1], 'by hand'));
    const shown = await computer.run(['undo', '--run', run, '--dry-run']);
    expect(shown.stdout, shown.stderr).toMatch(
      /1 would change, 0 unchanged, 1 refused\.\n.*Timeseries points/,
    );
    expect(shown.stdout).toContain(`${userUrn('datahub')} changed it later`);
    // Only rows of a file have lines.
    expect(shown.stdout).not.toContain('LINE');
    expect(await descriptionOf(urns[0])).toBe('by the run');
    const done = await computer.run(['undo', '--run', run, '--yes']);
    expect(done.stdout).toMatch(/1 changed.*\nUndo this with: colophon undo --edit \d+/);
    expect(await descriptionOf(urns[0])).toBe('before');
    const nothing = await computer.run(['undo', '--run', 'unknown', '--yes']);
    expect(nothing.stdout).toContain('no writes of run unknown');
  });
});

describe('undoing a run without rights', () => {
  it('checks rights on each aspect, reveals nothing hidden, and is audited', async () => {
    await hideEverything(root);
    const steward = await addActor(root, `steward-${run}`);
    const reader = await addActor(root, `reader-${run}`);
    const policy = (name: string, who: readonly string[], privileges: readonly string[], on: unknown) =>
      writePolicy(root, `${name}-${run}`, {
        privileges,
        actors: { users: who.map((user) => userUrn(`${user}-${run}`)) },
        resources: { filter: on },
      });
    const [domain, tag] = [`urn:li:domain:${run}`, 'urn:li:tag:pii'];
    await writeAspect(root, domain, 'domainProperties', { name: 'Sales' });
    await writeAspect(root, urns[0], 'domains', { domains: [domain] });
    await policy('edit', ['steward'], ['EDIT_ENTITY'], matching('DOMAIN', [domain]));
    const seen = matching('URN', [urns[0], urns[1], tag]);
    await policy('view', ['steward', 'reader'], ['VIEW_ENTITY_PAGE'], seen);
    for (const urn of urns) await ingest(run, described(urn, 'by the run'));
    await ingest(run, { urn: urns[0], aspect: 'globalTags', value: TAGGED });
    const trial = await edit(steward, { run, dryRun: true });
    const { result } = await edit(steward, { run });
    expect(result).toMatchObject({ changed: 2, failed: 1, failureCount: 1, left: 0 });
    expect(trial.result).toMatchObject({ changes: result.changes, failures: result.failures });
    expect(result.failures).toMatchObject([{ urn: urns[1], field: DESCRIBED, code: 'FORBIDDEN' }]);
    expect(JSON.stringify(result)).not.toContain(urns[2]);
    expect([await descriptionOf(urns[0]), await descriptionOf(urns[1])]).toEqual(['before', 'by the run']);
    expect(await valueOf(urns[2], 'status')).toBeUndefined();
    const nothing = await edit(reader, { run });
    expect(nothing.result).toMatchObject({ changed: 0, failed: 1 });
    await until('the refusal is in the audit log', async () => {
      const { json } = await root.request('GET', `/api/colophon/v1/audit?actor=${userUrn(`steward-${run}`)}`);
      const denied = json.events.filter(({ kind }: { kind: string }) => kind === 'denied');
      return denied.length === 1 && denied[0].entityUrn === urns[1] && denied[0].aspectName === DESCRIBED;
    });
    const foreign = await root.request('POST', PATH, { undo: (await edit(steward, { run })).id });
    expect(foreign.status).toBe(404);
  });

  it('keeps values of properties unless the caller may see every property', async () => {
    await catalog.define(`salary-${run}`);
    const partly = await addActor(root, `partly-${run}`);
    await writePolicy(root, `in part-${run}`, {
      privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'EDIT_ENTITY_PROPERTIES'],
      actors: { users: [userUrn(`partly-${run}`)] },
      resources: {
        allResources: true,
        privilegeConstraints: matching('URN', [propertyUrn(`salary-${run}`)], 'NOT_EQUALS'),
      },
    });
    const value = { properties: [{ propertyUrn: propertyUrn('team'), values: [{ string: 'blue' }] }] };
    await ingest(run, { urn: urns[0], aspect: 'structuredProperties', value }, described(urns[0], 'new'));
    const { result } = await edit(partly, { run });
    expect(result).toMatchObject({ changed: 1, failed: 1 });
    expect(result.failures).toMatchObject([{ field: 'structuredProperties', code: 'FORBIDDEN' }]);
    expect(await catalog.values(urns[0])).toEqual({ team: [{ string: 'blue' }] });
  });
});
