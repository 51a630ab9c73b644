import { copyFileSync, cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../support/catalog-client.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import { isKeptInFolders } from '../support/engines/catalog-place.ts';
import { Computer } from '../support/run-colophon.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const UPDATE = '/api/colophon/v1/system-update';

let computer: Computer;
beforeAll(() => {
  computer = new Computer();
});
afterAll(() => computer[Symbol.dispose]());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-update-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Defines a property with one value and hard-deletes it; resolves when the value is removed. */
async function deleteForGood(server: TestServer, name: string): Promise<void> {
  const client = clientOf(server);
  await client.define(name);
  await client.dataset(name);
  await client.assign(datasetUrn(name), { [name]: [{ string: 'x' }] });
  await server.request(
    'DELETE',
    `/openapi/v3/entity/structuredProperty/${encodeURIComponent(propertyUrn(name))}`,
  );
  await expect
    .poll(async () => jsonAt((await server.request('GET', '/api/colophon/v1/jobs')).json, 'jobs', 0, 'state'))
    .toBe('finished');
}

/** The part of a job's report for one step. */
function stepOf(report: unknown, id: string): unknown {
  return jsonItems(report, 'result', 'steps').find((step) => jsonAt(step, 'id') === id);
}

/** Starts a job and waits for its end; returns its report. */
async function run(server: TestServer, path: string, body?: unknown): Promise<unknown> {
  const started = await server.request('POST', path, body);
  expect(started.status, started.text).toBe(202);
  let report: unknown = started.json;
  while (['waiting', 'running'].includes(String(jsonAt(report, 'state')))) {
    await setTimeout(20);
    report = (await server.request('GET', `${path}/${String(jsonAt(report, 'id'))}`)).json;
  }
  return report;
}

describe('system-update over HTTP', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer({ folder });
  });
  afterEach(() => server.stop({ keepFolder: true }));

  const mappings = async () => jsonAt((await server.request('GET', `${UPDATE}/mappings`)).json, 'mappings');

  it('keeps the mapping of a deleted property until both switches are true', async () => {
    await deleteForGood(server, 'gone.team');
    const mapping = {
      field: 'structuredProperties.gone.team',
      propertyUrn: propertyUrn('gone.team'),
      state: 'deleted',
      entityType: 'dataset',
      values: 0,
    };
    expect(await mappings()).toEqual([mapping]);
    for (const body of [undefined, {}, { reindexMappings: true }, { structuredProperties: true }]) {
      expect(await run(server, UPDATE, body)).toMatchObject({ state: 'succeeded' });
      expect(await mappings()).toEqual([mapping]);
    }
    const both = { reindexMappings: true, structuredProperties: true };
    expect(stepOf(await run(server, UPDATE, both), 'clean-indices')).toMatchObject({ outcome: 'done' });
    expect(await mappings()).toEqual([]);
    expect(stepOf(await run(server, UPDATE, both), 'clean-indices')).toMatchObject({ outcome: 'skipped' });
  });

  it('rebuilds the index during requests, without losing any', async () => {
    const client = clientOf(server);
    await client.define('live.team');
    const names = Array.from({ length: 60 }, (_, i) => `live.${String(i).padStart(3, '0')}`);
    for (const name of names) {
      await client.assign(datasetUrn(name), { 'live.team': [{ string: 'red' }] });
    }
    const progress = { isRunning: true };
    const rebuild = run(server, UPDATE, { step: 'restore-indices' }).finally(
      () => (progress.isRunning = false),
    );
    for (let i = 0; progress.isRunning || i < 20; i++) {
      const urn = datasetUrn(`during.${String(i).padStart(4, '0')}`);
      names.push(`during.${String(i).padStart(4, '0')}`);
      expect((await client.assign(urn, { 'live.team': [{ string: 'blue' }] })).status).toBe(200);
      // A write is searchable once it is acknowledged, in either index.
      expect(await client.find('structuredProperties.live.team')).toHaveLength(names.length);
    }
    expect(await rebuild).toMatchObject({ state: 'succeeded' });
    expect(await client.find('structuredProperties.live.team')).toEqual(
      names.map((name) => datasetUrn(name)).sort(),
    );
    const doctor = await run(server, '/api/colophon/v1/doctor', {});
    expect(jsonAt(doctor, 'result')).toMatchObject({
      missingInIndex: 0,
      onlyInIndex: 0,
      differentDocument: 0,
    });
  });

  it('refuses invalid input and callers without the privilege', async () => {
    const unknown = await server.request('POST', UPDATE, { step: 'reindex' });
    expect(unknown.status).toBe(400);
    expect(jsonAt(unknown.json, 'message')).toContain('clean-indices, restore-indices, move-columns');
    expect((await server.request('POST', UPDATE, { stepp: 'x' })).status).toBe(400);
    expect((await server.request('GET', UPDATE)).status).toBe(404);
    expect((await server.request('GET', `${UPDATE}/12`)).status).toBe(404);
    expect((await server.request('GET', `${UPDATE}/twelve`)).status).toBe(400);
    const token = await server.request('POST', '/api/colophon/v1/tokens', {
      name: 'other',
      actorUrn: 'urn:li:corpuser:other',
      durationMs: null,
    });
    const authorization = `Bearer ${String(jsonAt(token.json, 'token'))}`;
    for (const [method, path] of [
      ['POST', UPDATE],
      ['GET', `${UPDATE}/mappings`],
      ['POST', '/api/colophon/v1/doctor'],
    ] as const) {
      const refused = await server.request(method, path, undefined, { authorization });
      expect(refused.status, `${method} ${path}`).toBe(403);
    }
  });
});

describe('colophon system-update', () => {
  const dryRun = async (...flags: string[]) =>
    jsonItems(jsonAt(await computer.json(['system-update', '--dry-run', ...flags]), 'mappings'));

  it.runIf(isKeptInFolders())(
    'lists and cleans mappings through the server that has the folder open, and without one',
    async () => {
      const server = await startServer({ folder });
      await deleteForGood(server, 'cli.team');
      const data = ['--data', folder];
      const table = await computer.run(['system-update', '--dry-run', ...data]);
      expect(table.stdout).toMatch(/structuredProperties\.cli\.team +dataset +deleted +0 +urn:li/);
      const refused = await computer.run(['system-update', ...data], {
        environment: { ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE: 'true' },
      });
      expect(refused.code).toBe(0);
      expect(refused.stdout).toContain('Set ELASTICSEARCH_INDEX_BUILDER_MAPPINGS_REINDEX to true');
      expect(await dryRun(...data)).toHaveLength(1);
      await server.stop({ keepFolder: true });

      expect(await dryRun(...data)).toHaveLength(1);
      // Without the engine's name in front, as the variable is also called.
      const environment = {
        SEARCH_INDEX_BUILDER_MAPPINGS_REINDEX: 'true',
        ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE: 'true',
      };
      const cleaned = await computer.run(['system-update', ...data], { environment });
      expect(cleaned.stdout).toContain('Removed 1 mapping of deleted properties');
      expect(await dryRun(...data)).toEqual([]);
      const again = await computer.run(['system-update', ...data], { environment });
      expect(again.stdout).toContain('clean-indices: skipped.');
    },
  );

  it('runs automatically at server start with both switches', async () => {
    const first = await startServer({ folder });
    await deleteForGood(first, 'start.team');
    await first.stop({ keepFolder: true });
    const options = { 'systemUpdate.reindexMappings': 'true', 'systemUpdate.structuredProperties': 'true' };
    const second = await startServer({ folder, options });
    const mappings = async () =>
      jsonItems(jsonAt((await second.request('GET', `${UPDATE}/mappings`)).json, 'mappings'));
    await expect.poll(mappings).toEqual([]);
    await second.stop({ keepFolder: true });
  });

  it.runIf(isKeptInFolders())('rebuilds and repairs the index of a folder', async () => {
    const server = await startServer({ folder });
    await clientOf(server).dataset('rebuilt');
    await server.stop({ keepFolder: true });
    const data = ['--data', folder];
    const rebuilt = await computer.json(['system-update', '--step', 'restore-indices', ...data]);
    expect(jsonAt(rebuilt, 'steps', 0)).toMatchObject({ id: 'restore-indices', outcome: 'done' });
    expect(readdirSync(join(folder, 'index')).sort()).toEqual(['2', 'current']);
    const healthy = await computer.run(['doctor', ...data]);
    expect(healthy.stdout).toMatch(/^Examined \d+ entities: the index matches the store\.$/m);
    for (const name of readdirSync(join(folder, 'index', '2'))) {
      if (name.startsWith('segment')) rmSync(join(folder, 'index', '2', name));
    }
    const repaired = await computer.json(['doctor', '--repair', ...data]);
    expect(jsonAt(repaired, 'missingInIndex')).toBe(0);

    // An index that is ahead of its store, which was restored from an old copy, is rebuilt.
    const store = join(folder, 'catalog.db');
    const index = join(folder, 'index');
    copyFileSync(store, `${store}.old`);
    const ahead = await startServer({ folder });
    await clientOf(ahead).dataset('lost');
    await ahead.stop({ keepFolder: true });
    renameSync(`${store}.old`, store);
    cpSync(index, `${index}.ahead`, { recursive: true });
    expect((await computer.run(['doctor', ...data])).stdout).toBe(healthy.stdout);

    // Once the store reaches the same sequence by other commits, the index cannot be recognized as foreign.
    const other = await startServer({ folder });
    await clientOf(other).dataset('other');
    await other.stop({ keepFolder: true });
    rmSync(index, { recursive: true });
    renameSync(`${index}.ahead`, index);
    const differing = await computer.run(['doctor', ...data]);
    expect([differing.code, differing.stdout, differing.stderr]).toEqual([
      1,
      expect.stringContaining('1 only in the index'),
      expect.stringContaining("Run 'colophon doctor --repair'"),
    ]);
    expect(await computer.json(['doctor', '--repair', ...data])).toMatchObject({
      missingInIndex: 1,
      onlyInIndex: 1,
      repaired: 2,
    });
    expect(await computer.run(['doctor', ...data])).toMatchObject({ code: 0 });
    expect(await computer.run(['doctor', '--repair', '--nonsense'])).toMatchObject({ code: 2 });
    expect(await computer.run(['system-update', '--step', 'nonsense', ...data])).toMatchObject({ code: 1 });
  });
});
