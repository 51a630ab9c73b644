import { describe, expect, it, vi } from 'vitest';
import { MaintainedCatalog } from '../../test/support/memory/maintained-catalog.ts';

describe('a commit of this process', () => {
  it('is applied later when updating the in-memory state failed', async () => {
    await using catalog = await MaintainedCatalog.open();
    vi.spyOn(catalog.properties, 'refresh').mockRejectedValueOnce(new Error('the store is away'));
    await expect(catalog.define('team')).rejects.toThrow('the store is away');
    await vi.waitFor(() => expect(catalog.properties.resolve('team')).toBeDefined(), { timeout: 30_000 });
    await vi.waitFor(() => expect(catalog.index.position()).toBe(catalog.store.log.lastSequence()), {
      timeout: 30_000,
    });
  });

  it('is applied later when updating the index failed', async () => {
    await using catalog = await MaintainedCatalog.open();
    vi.spyOn(catalog.index, 'apply').mockRejectedValueOnce(new Error('the index is away'));
    await expect(catalog.define('team')).rejects.toThrow('the index is away');
    await vi.waitFor(() => expect(catalog.index.position()).toBe(catalog.store.log.lastSequence()), {
      timeout: 30_000,
    });
  });
});
