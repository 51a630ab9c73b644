import { describe, expect, it, vi } from 'vitest';
import { MaintainedCatalog } from '../../test/support/memory/maintained-catalog.ts';
import { EmbeddedSlots } from '../search/embedded/embedded-slots.ts';
import { SwappableIndex } from '../search/swappable-index.ts';
import { EffectsRunner } from './runner.ts';

describe('a commit of this process', () => {
  it('is applied later when updating the in-memory state failed', async () => {
    await using catalog = await MaintainedCatalog.open();
    vi.spyOn(catalog.properties, 'refresh').mockRejectedValueOnce(new Error('the store is unavailable'));
    await expect(catalog.define('team')).rejects.toThrow('the store is unavailable');
    await vi.waitFor(() => expect(catalog.properties.resolve('team')).toBeDefined(), { timeout: 30_000 });
    await vi.waitFor(() => expect(catalog.index.position()).toBe(catalog.store.log.lastSequence()), {
      timeout: 30_000,
    });
  });

  it('is applied later when updating the index failed', async () => {
    await using catalog = await MaintainedCatalog.open();
    vi.spyOn(catalog.index, 'apply').mockRejectedValueOnce(new Error('the index is unavailable'));
    await expect(catalog.define('team')).rejects.toThrow('the index is unavailable');
    await vi.waitFor(() => expect(catalog.index.position()).toBe(catalog.store.log.lastSequence()), {
      timeout: 30_000,
    });
  });
});

describe('a process that the log was trimmed beyond', () => {
  it('reloads its in-memory state', async () => {
    await using catalog = await MaintainedCatalog.open();
    const { index, properties, readDocuments, store } = catalog;
    await catalog.define('team');
    while ((await store.audit.purge({ before: Number.MAX_SAFE_INTEGER, keep: 1_000_000 })) > 0);
    const last = store.log.lastSequence();
    expect(await store.trimLog({ below: last, before: Number.MAX_SAFE_INTEGER })).toBe(last - 1);
    const reload = vi.fn(() => properties.reload(store.reader));
    const refresh = vi.fn(() => Promise.resolve());
    const parts = { store, index, slots: index, readDocuments, since: 1, refresh, reload };
    await using effects = new EffectsRunner({ ...parts, warn: () => undefined });
    await effects.reach(last);
    await catalog.define('tier');
    await effects.reach(last + 1);
    expect([reload.mock.calls.length, refresh.mock.calls.length]).toEqual([1, 1]);
  });
});

describe('an empty index at the start', () => {
  it('is filled in the background: commits do not wait for it, and closing stops it', async () => {
    await using catalog = await MaintainedCatalog.open();
    await catalog.define('team');
    const { properties, readDocuments, store } = catalog;
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    const slots = new EmbeddedSlots({ root: undefined, documents: 'v', now: () => 1 });
    await using index = await SwappableIndex.open(slots);
    const start = (hold: Promise<unknown>): EffectsRunner =>
      new EffectsRunner({
        store,
        index,
        slots: index,
        since: store.log.lastSequence(),
        warn: () => undefined,
        readDocuments: async (...asked) => {
          await hold;
          return readDocuments(...asked);
        },
        refresh: (urns) => properties.refresh(store.reader, urns),
        reload: () => properties.reload(store.reader),
      });
    const effects = start(released);
    await effects.catchUp();
    const filledTo = store.log.lastSequence();
    await catalog.define('tier');
    for (const commit of await store.log.commitsAfter(filledTo, 10)) await effects.follow(commit);
    expect(index.position()).toBe(0);
    effects.beginClosing();
    release(undefined);
    await effects[Symbol.asyncDispose]();
    expect(index.position()).toBe(0);

    await using next = start(Promise.resolve());
    await next.catchUp();
    await next.filled();
    expect(index.position()).toBe(store.log.lastSequence());
  });
});
