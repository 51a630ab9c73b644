import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MaintainedCatalog } from '../../test/support/memory/maintained-catalog.ts';
import { trimChangeLog, type LogTrimParts } from './trim-change-log.ts';

/** Additional commits in the catalogs of these tests. */
const COMMITS = 20;

async function filled(folder?: string): Promise<MaintainedCatalog> {
  const catalog = await MaintainedCatalog.open(folder === undefined ? {} : { folder });
  await catalog.define('team');
  for (let i = 0; i < COMMITS; i++) await catalog.assign(`d${i}`, 'team', 'red');
  await deleteAuditEvents(catalog);
  return catalog;
}

async function deleteAuditEvents({ store }: MaintainedCatalog): Promise<void> {
  while ((await store.audit.purge({ before: Number.MAX_SAFE_INTEGER, keep: 1_000_000 })) > 0);
}

/** Trims in the far future, and returns the sequence of the oldest commit. */
async function trim(
  { index, store }: MaintainedCatalog,
  parts: Partial<LogTrimParts> = {},
  signal = new AbortController().signal,
): Promise<number | undefined> {
  await trimChangeLog({ store, index, keepForMs: 1_000, now: () => 1e12, ...parts }, signal);
  return (await store.log.oldest())?.sequence;
}

describe('trimming the change log', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-trim-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps commits younger than the setting, and all if that is forever', async () => {
    await using catalog = await filled();
    const { store } = catalog;
    const last = store.log.lastSequence();
    expect(await trim(catalog, { keepForMs: Infinity })).toBe(1);
    const [kept] = await store.log.commitsAfter(last - 4, 1);
    const now = (): number => 1_000 + (kept?.created.time ?? 0);
    expect(await trim(catalog, { now })).toBe(last - 3);
    expect(await trim(catalog)).toBe(last);
  });

  it('keeps commits that the index has not applied yet, and deletes them once it has', async () => {
    await using catalog = await filled();
    const { effects, index, store } = catalog;
    const position = index.position();
    let release = (): void => undefined;
    const held = effects.between(() => new Promise<void>((resolve) => (release = resolve)));
    const writes = Promise.all([1, 2, 3].map((i) => catalog.assign(`late${i}`, 'team', 'blue')));
    await vi.waitFor(() => expect(store.log.lastSequence()).toBe(position + 3), { timeout: 30_000 });
    await deleteAuditEvents(catalog);
    expect(await trim(catalog)).toBe(position);
    release();
    await Promise.all([held, writes]);
    expect(catalog.warnings).toEqual([]);
    expect(await trim(catalog)).toBe(position + 3);
    expect(await catalog.mappings('team')).toEqual([`active dataset ${COMMITS + 3}`]);
  });

  it('waits while a job runs, which may be a rebuild', async () => {
    await using catalog = await filled();
    const { leases, log } = catalog.store;
    const job = await leases.acquire('jobs');
    const refused = Promise.withResolvers<unknown>();
    const acquire: typeof leases.acquire = async (name) => {
      const lease = await leases.acquire(name);
      if (lease === undefined) refused.resolve(undefined);
      return lease;
    };
    const trimLog: LogTrimParts['store']['trimLog'] = (bounds) => catalog.store.trimLog(bounds);
    const trimmed = trim(catalog, { store: { leases: { acquire }, log, trimLog } });
    await refused.promise;
    expect((await log.oldest())?.sequence).toBe(1);
    await job?.[Symbol.asyncDispose]();
    expect(await trimmed).toBe(log.lastSequence());
  });

  it('trims nothing when the index cannot be saved', async () => {
    await using catalog = await filled();
    vi.spyOn(catalog.index, 'flush').mockRejectedValueOnce(new Error('disk full'));
    await expect(trim(catalog)).rejects.toThrow('disk full');
    expect((await catalog.store.log.oldest())?.sequence).toBe(1);
  });

  it('stops after the current batch when it is aborted', async () => {
    await using catalog = await filled();
    const stop = new AbortController();
    const { store } = catalog;
    const trimLog: LogTrimParts['store']['trimLog'] = (bounds) => {
      stop.abort();
      return store.trimLog({ ...bounds, below: 3 });
    };
    const { leases, log } = store;
    expect(await trim(catalog, { store: { leases, log, trimLog } }, stop.signal)).toBe(3);
  });

  it('keeps everything that a start after a kill replays', async () => {
    await using catalog = await filled(folder);
    await trim(catalog);
    await catalog.assign('after', 'team', 'blue');
    // A kill leaves the files as they are now.
    const killed = mkdtempSync(join(tmpdir(), 'colophon-trim-'));
    cpSync(folder, killed, { recursive: true });
    {
      await using next = await MaintainedCatalog.open({ folder: killed });
      expect(next.warnings).toEqual([]);
      expect(await next.mappings('team')).toEqual([`active dataset ${COMMITS + 1}`]);
      expect(await next.doctor()).toMatchObject({ missingInIndex: 0, differentDocument: 0 });
    }
    rmSync(killed, { recursive: true });
  });
});

describe('an index that the log was trimmed beyond', () => {
  it('is rebuilt beside, with a reason, and follows the log again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-trim-'));
    await (await filled(folder))[Symbol.asyncDispose]();
    cpSync(join(folder, 'index'), join(folder, 'old'), { recursive: true });
    {
      await using catalog = await MaintainedCatalog.open({ folder });
      for (let i = 0; i < 3; i++) await catalog.assign(`late${i}`, 'team', 'blue');
      await deleteAuditEvents(catalog);
      await trim(catalog);
    }
    rmSync(join(folder, 'index'), { recursive: true });
    cpSync(join(folder, 'old'), join(folder, 'index'), { recursive: true });
    {
      await using catalog = await MaintainedCatalog.open({ folder });
      const last = catalog.store.log.lastSequence();
      expect(catalog.warnings).toEqual([expect.stringContaining(`begins with commit ${last}`)]);
      expect(await catalog.mappings('team')).toEqual([`active dataset ${COMMITS + 3}`]);
      await catalog.assign('after', 'team', 'blue');
      expect(await catalog.doctor()).toMatchObject({ missingInIndex: 0, differentDocument: 0 });
      // The old index is removed once nobody reads it.
      await expect.poll(() => readdirSync(join(folder, 'index')).sort()).toEqual(['2', 'current']);
    }
    rmSync(folder, { recursive: true });
  });
});
