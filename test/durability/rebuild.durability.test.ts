import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { datasetUrn } from '../support/catalog-client.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import { Computer } from '../support/run-colophon.ts';
import { spawnServer } from '../support/spawn-server.ts';

const UPDATE = '/api/colophon/v1/system-update';

/** Datasets of a rebuild that is long enough to be killed before it ends. */
const KILLED = 10_000;

/** Datasets of a rebuild that is saved twice before it ends. */
const SAVED = 45_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-rebuild-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('kill -9 during a rebuild', () => {
  it('leaves a complete index, and the next start resumes the rebuild', async () => {
    using computer = new Computer();
    let server = await spawnServer(folder);
    const datasets = Array.from({ length: KILLED }, (_, i) => ({
      urn: datasetUrn(`killed.${i}`),
      status: { value: { removed: false } },
    }));
    for (let start = 0; start < datasets.length; start += 500) {
      const page = datasets.slice(start, start + 500);
      expect((await server.send('POST', '/openapi/v3/entity/dataset?async=false', page)).status).toBe(200);
    }
    // A kill may come too late, when the new index is already in use.
    let cutShort = 0;
    for (let attempt = 1; cutShort < 3 && attempt <= 12; attempt++) {
      expect((await server.send('POST', UPDATE, { step: 'restore-indices' })).status).toBe(202);
      const files = () => readdirSync(join(folder, 'index')).length;
      // No `expect.poll`: it waits between two looks, and the rebuild may end meanwhile.
      while (files() < 3) await setImmediate();
      await setTimeout(cutShort * 2);
      await server.end('SIGKILL');
      // The index in use, the unfinished one, and the pointer file.
      if (files() === 3) cutShort++;
      server = await spawnServer(folder);
      const query =
        'query c { scrollAcrossEntities(input: {types: [DATASET], query: "*", count: 1}) { total } }';
      const { body } = await server.send('POST', '/api/graphql', { query });
      expect(jsonAt(body, 'data', 'scrollAcrossEntities', 'total')).toBe(KILLED);
      // An interrupted rebuild continues in the background, unless it had just ended.
      const isOver = async () =>
        !['waiting', 'running'].includes(String(jsonAt((await server.send('GET', UPDATE)).body, 'state')));
      await expect.poll(isOver).toBe(true);
    }
    expect(cutShort).toBeGreaterThan(0);
    expect(readdirSync(join(folder, 'index'))).toHaveLength(2);
    const doctor = await computer.json(['doctor', '--server', server.url, '--token', server.token]);
    expect(doctor).toMatchObject({ missingInIndex: 0, onlyInIndex: 0, differentDocument: 0 });
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('is resumed where it was saved, with all later changes', async () => {
    using computer = new Computer();
    let server = await spawnServer(folder);
    const write = async (from: number, to: number, removed: boolean): Promise<void> => {
      for (let start = from; start < to; start += 500) {
        const page = Array.from({ length: Math.min(500, to - start) }, (_, i) => ({
          urn: datasetUrn(`saved.${start + i}`),
          status: { value: { removed } },
        }));
        const path = '/openapi/v3/entity/dataset?async=false';
        expect((await server.send('POST', path, page)).status).toBe(200);
      }
    };
    await write(0, SAVED, false);
    // A kill may come too late, when the new index is already in use.
    let goneOnAfter: unknown;
    for (let attempt = 1; goneOnAfter === undefined && attempt <= 5; attempt++) {
      const old = new Set(readdirSync(join(folder, 'index')));
      expect((await server.send('POST', UPDATE, { step: 'restore-indices' })).status).toBe(202);
      const next = () => readdirSync(join(folder, 'index')).find((name) => !old.has(name)) ?? 'none';
      const isSaved = () => existsSync(join(folder, 'index', next(), 'manifest.json'));
      await expect.poll(isSaved, { interval: 1 }).toBe(true);
      await server.end('SIGKILL');
      server = await spawnServer(folder);
      await write(attempt * 10, attempt * 10 + 5, true);
      const update = async () => (await server.send('GET', UPDATE)).body;
      const isOver = async () => !['waiting', 'running'].includes(String(jsonAt(await update(), 'state')));
      await expect.poll(isOver).toBe(true);
      goneOnAfter = jsonItems(await update(), 'result', 'steps')
        .map((step) => jsonAt(step, 'goneOnAfter'))
        .find((after) => after !== undefined);
    }
    expect(goneOnAfter).toBeGreaterThan(0);
    const doctor = await computer.json(['doctor', '--server', server.url, '--token', server.token]);
    expect(doctor).toMatchObject({ missingInIndex: 0, onlyInIndex: 0, differentDocument: 0 });
    expect(await server.end('SIGTERM')).toBe(0);
  });
});
