import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT_ACTOR, type Actor } from '../auth/actor.ts';
import { CatalogError } from '../errors.ts';
import type { BulkEditRequest } from '../operations/bulk-edits/bulk-edits.ts';
import { editAssets, type AssetBatch } from '../operations/bulk-edits/edit-assets.ts';
import type { Requester } from '../operations/requester.ts';
import { parseUrn } from '../model/urn.ts';
import { openMemoryStore } from '../store/sqlite/open.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { openBulkEdits } from './open-bulk-edits.ts';

const ASSETS = Array.from({ length: 500 }, (_, i) => ({ urn: parseUrn(`urn:li:tag:${i}`), edits: [] }));
const REQUEST: BulkEditRequest = {
  about: {},
  assets: ASSETS,
  failures: [],
  lines: new Map(),
  isTrial: false,
  runId: 'bulk-edit-1',
  since: '',
};

const ROOT: Actor = { urn: ROOT_ACTOR, tokenId: undefined };

let store: MetadataStore;
let edited: number[];
/** Runs before each commit. */
let before: (assets: AssetBatch['assets']) => Promise<void>;
beforeEach(() => {
  store = openMemoryStore();
  edited = [];
  before = () => Promise.resolve();
});
afterEach(() => store[Symbol.asyncDispose]());

function open() {
  const run = async (operation: unknown, input: AssetBatch): Promise<readonly object[]> => {
    if (operation !== editAssets) return [];
    await before(input.assets);
    edited.push(input.assets.length);
    return input.assets.map(({ urn }) => ({ urn, cells: [] }));
  };
  const requester = { run } as unknown as Requester;
  return openBulkEdits({ store, now: () => 1_000, warn: () => undefined, requesterFor: () => requester });
}

async function ended(edits: ReturnType<typeof open>, id: number) {
  return vi.waitUntil(async () => {
    const report = await edits.report(id);
    return report?.finishedAt === undefined ? undefined : report;
  });
}

describe('bulk edits', () => {
  it('commit assets in batches, and stop after the batch in which a stop was requested', async () => {
    await using edits = open();
    const { id } = await edits.start(ROOT, REQUEST);
    before = async () => {
      if (edited.length === 1) await edits.stop(id, ROOT);
    };
    const report = await ended(edits, id);
    expect(edited).toEqual([200, 200]);
    expect(report).toMatchObject({ state: 'succeeded', done: 400, total: 500 });
    expect(report.result).toMatchObject({ isStopped: true, changed: 400, left: 100 });
  });

  it('that are waiting are stopped before they begin', async () => {
    await using edits = open();
    const go = Promise.withResolvers<undefined>();
    before = () => go.promise;
    const first = await edits.start(ROOT, REQUEST);
    const second = await edits.start(ROOT, REQUEST);
    await edits.stop(second.id, ROOT);
    go.resolve(undefined);
    expect((await ended(edits, first.id)).result).toMatchObject({ isStopped: false, changed: 500, left: 0 });
    expect((await ended(edits, second.id)).result).toMatchObject({ isStopped: true, changed: 0, left: 500 });
  });

  it('end before the next commit when their user is removed', async () => {
    await using edits = open();
    const { id } = await edits.start({ ...ROOT, urn: parseUrn('urn:li:corpuser:gone') }, REQUEST);
    expect(await ended(edits, id)).toMatchObject({
      state: 'failed',
      error: 'Stopped: urn:li:corpuser:gone has been removed.',
      result: { changed: 0, left: 500 },
    });
    expect(edited).toEqual([]);
  });

  it('are limited to five per person', async () => {
    await using edits = open();
    const go = Promise.withResolvers<undefined>();
    before = () => go.promise;
    const started = await Promise.all(Array.from({ length: 5 }, () => edits.start(ROOT, REQUEST)));
    await expect(edits.start(ROOT, REQUEST)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await edits.start(ROOT, { ...REQUEST, isTrial: true });
    await edits.start({ ...ROOT, urn: parseUrn('urn:li:corpuser:other') }, REQUEST);
    for (const { id } of started) {
      await edits.stop(id, ROOT);
      await edits.stop(id, ROOT);
    }
    expect(await store.jobs.list('bulk-edit-stop', ROOT_ACTOR)).toHaveLength(5);
    go.resolve(undefined);
    for (const { id } of started) await ended(edits, id);
    await vi.waitFor(() => edits.start(ROOT, REQUEST), { timeout: 60_000 });
  });

  it('report their request while they wait, and are refused when too many cells wait', async () => {
    await using edits = open();
    const go = Promise.withResolvers<undefined>();
    before = () => go.promise;
    const fields = Array.from(
      { length: 2_000 },
      () => ({ field: 'tags', action: 'clear', values: [] }) as const,
    );
    const large = {
      ...REQUEST,
      about: { rows: 500 },
      assets: ASSETS.map(({ urn }) => ({ urn, edits: fields })),
    };
    await edits.start(ROOT, REQUEST);
    const { id } = await edits.start(ROOT, large);
    expect(await edits.report(id)).toMatchObject({
      state: 'waiting',
      done: 0,
      total: 500,
      result: { about: { rows: 500 }, changed: 0, left: 500 },
    });
    const ann = { ...ROOT, urn: parseUrn('urn:li:corpuser:ann') };
    await edits.start(ann, large);
    await expect(edits.start(ann, large)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await edits.start(ann, { ...REQUEST, isTrial: true });
    await edits.stop(id, ROOT);
    go.resolve(undefined);
    expect((await ended(edits, id)).result).toMatchObject({ isStopped: true, left: 500 });
    await vi.waitFor(() => edits.start(ann, large), { timeout: 60_000 });
  });

  it('report after a restart what was done', async () => {
    const edits = open();
    const { id } = await edits.start(ROOT, REQUEST);
    before = async () => {
      if (edited.length === 1) void edits[Symbol.asyncDispose]();
      return Promise.resolve();
    };
    await vi.waitUntil(() => edited.length === 2);
    await edits[Symbol.asyncDispose]();
    await using next = open();
    expect(await next.report(id)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^Stopped by a restart after 400 of 500 assets. Start it again/),
      result: { changed: 400, left: 100 },
    });
  });

  it('find the refused asset by bisection, and end on an error of the store', async () => {
    await using edits = open();
    before = (assets) => {
      const isRefused = assets.some(({ urn }) => urn === 'urn:li:tag:77');
      return isRefused ? Promise.reject(new CatalogError('VALIDATION', 'no')) : Promise.resolve();
    };
    const { id } = await edits.start(ROOT, REQUEST);
    expect((await ended(edits, id)).result).toMatchObject({
      changed: 499,
      failed: 1,
      left: 0,
      failures: [{ urn: 'urn:li:tag:77', code: 'VALIDATION', message: 'no' }],
    });
    expect(edited.reduce((sum, size) => sum + size, 0)).toBe(499);
    before = (assets) =>
      assets[0]?.urn === 'urn:li:tag:200'
        ? Promise.reject(new CatalogError('UNAVAILABLE', 'away'))
        : Promise.resolve();
    const broken = await edits.start(ROOT, REQUEST);
    expect(await ended(edits, broken.id)).toMatchObject({
      state: 'failed',
      error: 'away',
      result: { changed: 200, left: 300 },
    });
    expect((await edits.list(ROOT_ACTOR)).map((report) => report.id)).toEqual([broken.id, id]);
  });
});
