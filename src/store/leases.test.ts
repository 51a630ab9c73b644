import { describe, expect, it } from 'vitest';
import { SoleProcessLeases } from './leases.ts';

describe('leases of a single process', () => {
  it('can be held once per name, until they are released', async () => {
    const leases = new SoleProcessLeases();
    const first = await leases.acquire('index');
    expect(first?.lost.aborted).toBe(false);
    expect(await leases.acquire('index')).toBeUndefined();
    expect(await leases.acquire('removal')).toBeDefined();
    await first?.[Symbol.asyncDispose]();
    expect(await leases.acquire('index')).toBeDefined();
  });
});
