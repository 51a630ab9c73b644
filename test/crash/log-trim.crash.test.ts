import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseUrn } from '../../src/model/urn.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { SEED } from '../support/effort.ts';
import { spawnServer } from '../support/spawn-server.ts';

/** Old commits: some dozens of batches of the audit log and of the change log. */
const COMMITS = 20_000;
const TAG = parseUrn('urn:li:tag:crash');

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-crash-'));
  await using store = await openSqliteStore(folder);
  const created = { time: 1_000, actor: parseUrn('urn:li:corpuser:tester') };
  const entity = { urn: TAG, created, systemMetadata: { lastObserved: 1, runId: 'r' } };
  const entries = [{ urn: TAG, aspectName: 'status', changeType: 'DELETE' as const }];
  const commits = Array.from({ length: COMMITS }, () =>
    store.commit((state) => ({
      writes: [
        ...(state.entity(TAG) === undefined ? [{ kind: 'createEntity', entity } as const] : []),
        { kind: 'deleteAspect', urn: TAG, aspectName: 'status' },
      ],
      entries,
      created,
      result: undefined,
    })),
  );
  await Promise.all(commits);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** First and last commit in the log and their number, after a check of the database. */
function logOf(): { readonly first: number; readonly last: number; readonly count: number } {
  const database = new DatabaseSync(join(folder, 'catalog.db'), { readOnly: true });
  try {
    expect(database.prepare('PRAGMA quick_check').get()).toEqual({ quick_check: 'ok' });
    const row = database.prepare('SELECT min(sequence) a, max(sequence) b, count(*) c FROM change_log').get();
    return { first: Number(row?.['a']), last: Number(row?.['b']), count: Number(row?.['c']) };
  } finally {
    database.close();
  }
}

/**
 * Writes the index to the disk and ends the update of the first start, without trimming. A start whose index is still being filled trims
 * nothing for ten minutes, and a killed one would begin to fill it again.
 */
async function prepare(): Promise<void> {
  const server = await spawnServer(folder, [], ['--change-log-keep-for', 'forever']);
  await server.end('SIGTERM');
}

it('a trim that is killed repeatedly leaves a log without gaps, and ends', async () => {
  expect(logOf()).toEqual({ first: 1, last: COMMITS, count: COMMITS });
  await prepare();
  let before = logOf();
  expect(before).toMatchObject({ first: 1, count: before.last });
  for (let round = 0; before.first < COMMITS; round++) {
    const server = await spawnServer(folder);
    // Longer from round to round, soon much longer: what a start does before it trims takes a busy machine more than any fixed time.
    await sleep((SEED + round * 37) % Math.round(150 * 1.15 ** round));
    await server.end('SIGKILL');
    const after = logOf();
    expect(after.count).toBe(after.last - after.first + 1);
    expect(after.first).toBeGreaterThanOrEqual(before.first);
    expect(after.last).toBeGreaterThanOrEqual(before.last);
    before = after;
  }
  const server = await spawnServer(folder);
  const { status } = await server.send('GET', `/openapi/v3/entity/tag/${encodeURIComponent(TAG)}`);
  expect(status).toBe(200);
  await server.end('SIGTERM');
});
