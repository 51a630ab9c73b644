import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { reasonCannotResume } from '../../src/effects/index-standing.ts';
import type { CommitMark } from '../../src/model/sequence.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { clientOf, datasetUrn } from '../support/catalog-client.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { startServer } from '../support/start-server.ts';
import { takeTicket, upTo } from './counting.ts';

const FIELD = 'structuredProperties.trim.team';
const DAY = 86_400_000;

describe('a change log in PostgreSQL that one process trims', () => {
  let postgres: PostgresDatabases;
  let url: string;
  beforeAll(async () => {
    postgres = await usePostgres();
  });
  beforeEach(async () => {
    url = await postgres.createDatabase();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  it('is the same log for the others, and refuses positions before its start', async () => {
    await using first = await openPostgresStore(url);
    await using second = await openPostgresStore(url);
    const rewound = vi.fn();
    using _ = second.others.whenRewound(rewound);
    for (const i of upTo(6)) await takeTicket(i % 2 === 0 ? first : second, `t${i}`);
    const marks = await Promise.all(upTo(6).map((sequence) => first.log.markOf(sequence)));
    await first.audit.purge({ before: Number.MAX_SAFE_INTEGER, keep: 1_000_000 });
    await Promise.all([
      first.trimLog({ below: 4, before: Number.MAX_SAFE_INTEGER }),
      ...upTo(20).map((i) => takeTicket(second, `beside ${i}`)),
    ]);
    expect((await second.log.oldest())?.sequence).toBe(4);
    expect(await second.log.commitsAfter(3, 100)).toHaveLength(23);
    await expect(second.log.commitsAfter(2, 100)).rejects.toThrow('begins with commit 4');
    const said = (mark: CommitMark | undefined) =>
      reasonCannotResume(
        { position: () => mark?.sequence ?? 0, mark: () => mark, fillProgress: () => undefined },
        second.log,
      );
    expect(await said(marks[3])).toBeUndefined();
    expect(await said(marks[2])).toContain('begins with commit 4');
    expect(await said({ sequence: 5, id: marks[3]?.id ?? '' })).toContain('has lost');
    expect(await second.others.refresh()).toBe(26);
    expect(rewound).not.toHaveBeenCalled();
  });

  it('makes a process that returns too late rebuild its index and follow again', async () => {
    let now = Date.now();
    const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'colophon-trim-')));
    const start = (i: number) =>
      startServer({
        folder: folders[i] ?? '',
        options: { store: url, 'audit.keepFor': '1h' },
        environment: { now: () => now },
      });
    const oldest = async (): Promise<number> => {
      await using store = await openPostgresStore(url);
      return (await store.log.oldest())?.sequence ?? 0;
    };
    const late = await start(1);
    await clientOf(late).define('trim.team');
    await clientOf(late).dataset('before');
    await clientOf(late).assign(datasetUrn('before'), { 'trim.team': [{ string: 'red' }] });
    await late.stop({ keepFolder: true });

    const present = await start(0);
    for (const name of ['a', 'b']) {
      await clientOf(present).dataset(name);
      await clientOf(present).assign(datasetUrn(name), { 'trim.team': [{ string: 'blue' }] });
    }
    const { text } = await present.request('GET', '/metrics');
    const last = Number(/colophon_sequence\{of="store"\} (\d+)/.exec(text)?.[1]);
    await present.stop({ keepFolder: true });
    now += 8 * DAY;
    const trimming = await start(0);
    await vi.waitFor(async () => expect(await oldest()).toBeGreaterThanOrEqual(last), { timeout: 60_000 });

    const back = await start(1);
    expect(await clientOf(back).facet(FIELD)).toEqual({ red: 1, blue: 2 });
    await clientOf(trimming).assign(datasetUrn('a'), { 'trim.team': [{ string: 'red' }] });
    await vi.waitFor(async () => expect(await clientOf(back).facet(FIELD)).toEqual({ red: 2, blue: 1 }), {
      timeout: 60_000,
    });
    for (const server of [trimming, back]) await server.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
});
