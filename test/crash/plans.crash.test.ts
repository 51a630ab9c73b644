import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import { SEED, effort } from '../support/effort.ts';
import { jsonAt } from '../support/json-at.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';

/** How often the server is killed for each kind of plan, besides once right after the write is seen. */
const ROUNDS = effort(3);
/** As many as one commit has. */
const ASSETS = 200;
const PII = 'urn:li:tag:PII';
const TEAM = propertyUrn('crash.team');
const GONE = datasetUrn('crash.gone');

let filled: string;
let folder: string;
let server: SpawnedServer | undefined;
/** A stored token: that of the process ends with it, and so do its plans. */
let token: string;

const assets = Array.from({ length: ASSETS }, (_, i) => datasetUrn(`crash.p${i}`));

async function start(): Promise<SpawnedServer> {
  return (server = await spawnServer(folder));
}

async function startCopy(): Promise<SpawnedServer> {
  if (folder !== filled) rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'colophon-crash-'));
  cpSync(filled, folder, { recursive: true });
  return start();
}

async function write(of: SpawnedServer, entityType: string, entities: readonly object[]): Promise<void> {
  const path = `/openapi/v3/entity/${entityType}?async=false`;
  const { body, status } = await of.send('POST', path, entities);
  expect(status, JSON.stringify(body)).toBe(200);
}

/** Calls a tool; resolves with its answer. */
async function ask(of: SpawnedServer, name: string, args: object): Promise<Record<string, unknown>> {
  const params = { name, arguments: args };
  const response = await fetch(`${of.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const body: unknown = await response.json();
  expect(jsonAt(body, 'result', 'isError'), JSON.stringify(body)).toBeUndefined();
  return jsonAt(body, 'result', 'structuredContent') as Record<string, unknown>;
}

/** Versions of an aspect of entities: undefined where there is none. */
async function versions(
  of: SpawnedServer,
  entityType: string,
  urns: readonly string[],
  aspect: string,
): Promise<readonly unknown[]> {
  const asked = urns.map((urn) => ({ urn, [aspect]: {} }));
  const { body } = await of.send(
    'POST',
    `/openapi/v3/entity/${entityType}/batchGet?systemMetadata=true`,
    asked,
  );
  const found = new Map(
    (body as readonly unknown[]).map((one) => [
      jsonAt(one, 'urn'),
      jsonAt(one, aspect, 'systemMetadata', 'version'),
    ]),
  );
  return urns.map((urn) => found.get(urn));
}

beforeAll(async () => {
  folder = filled = mkdtempSync(join(tmpdir(), 'colophon-crash-'));
  const first = await start();
  await write(first, 'tag', [{ urn: PII, tagProperties: { value: { name: 'PII' } } }]);
  await write(first, 'structuredProperty', [
    { urn: TEAM, propertyDefinition: { value: definition('crash.team') } },
  ]);
  const properties = [{ propertyUrn: TEAM, values: [{ string: 'red' }] }];
  await write(
    first,
    'dataset',
    assets.map((urn) => ({ urn, structuredProperties: { value: { properties } } })),
  );
  await write(first, 'dataset', [{ urn: GONE, datasetProperties: { value: { name: 'gone' } } }]);
  await first.send('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(GONE)}`);
  const issued = await first.send('POST', '/api/colophon/v1/tokens', { name: 'agent', durationMs: null });
  token = String(jsonAt(issued.body, 'token'));
  await first.end('SIGTERM');
});
afterEach(async () => {
  await server?.end('SIGKILL');
});
afterAll(() => {
  for (const used of [folder, filled]) rmSync(used, { recursive: true, force: true });
});

const reason = 'a test';

/** A plan: how it is made, with which tool it is applied, and the versions that it writes. */
const PLANS = {
  'an edit': {
    tool: 'set_metadata',
    make: (of: SpawnedServer) => {
      const changes = [{ urns: assets, field: 'tags', action: 'add', values: [PII] }];
      return ask(of, 'set_metadata', { changes, reason });
    },
    written: (of: SpawnedServer) => versions(of, 'dataset', assets, 'globalTags'),
  },
  'the undo of a deletion': {
    tool: 'undo',
    make: (of: SpawnedServer) => ask(of, 'undo', { urn: GONE, reason }),
    written: (of: SpawnedServer) => versions(of, 'dataset', [GONE], 'datasetProperties'),
  },
  'the undo of definitions': {
    tool: 'undo',
    make: async (of: SpawnedServer) => {
      const deletions = [{ urn: TEAM, hard: true }];
      const { plan } = await ask(of, 'set_definitions', { deletions, reason });
      const { commit } = await ask(of, 'set_definitions', { plan });
      return ask(of, 'undo', { commit, reason });
    },
    written: (of: SpawnedServer) => versions(of, 'structuredProperty', [TEAM], 'propertyDefinition'),
  },
} as const;

describe.each(Object.entries(PLANS))('applying %s', (_name, { make, tool, written }) => {
  it('writes once or not at all when the server is killed, and answers its first result', async () => {
    let running = await startCopy();
    const { plan: trial } = await make(running);
    const before = await written(running);
    const began = performance.now();
    const whole = await ask(running, tool, { plan: trial });
    const duration = performance.now() - began;
    const after = await written(running);
    expect(after).not.toEqual(before);
    await running.end('SIGKILL');

    const moments = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: ROUNDS, seed: SEED });
    for (const moment of [...moments, 'written'] as const) {
      running = await startCopy();
      const { plan } = await make(running);
      const applying = ask(running, tool, { plan }).catch((error: unknown) => error);
      if (moment === 'written') await seen(running, written, after);
      else await sleep(moment * duration);
      await running.end('SIGKILL');
      await applying;

      running = await start();
      const now = await written(running);
      const wasWritten = JSON.stringify(now) === JSON.stringify(after);
      if (!wasWritten) expect(now).toEqual(before);
      const done = await ask(running, tool, { plan });
      expect(done).toMatchObject({ changed: whole['changed'], failed: 0, state: 'done' });
      expect(await written(running)).toEqual(after);
      const again = await ask(running, tool, { plan });
      expect(again).toMatchObject({
        commit: done['commit'],
        ...(done['edit'] !== undefined && { edit: done['edit'] }),
      });
      await running.end('SIGKILL');
    }
  });
});

/** Resolves when the write is seen, or the server answers no more. */
async function seen(
  of: SpawnedServer,
  written: (of: SpawnedServer) => Promise<readonly unknown[]>,
  after: readonly unknown[],
): Promise<void> {
  while (JSON.stringify(await written(of)) !== JSON.stringify(after));
}
