import { describe, expect, it } from 'vitest';
import { sharedNextCall } from './shared-next-call.ts';

interface Call {
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

/** A function whose calls end when the test resolves them. */
function controlled(): { readonly calls: Call[]; readonly call: () => Promise<number> } {
  const calls: Call[] = [];
  const call = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const number = calls.length + 1;
      calls.push({ end: () => resolve(number), fail: reject });
    });
  return { calls, call };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('a shared next call', () => {
  it('is shared by all callers before it begins, and not by later ones', async () => {
    const { call, calls } = controlled();
    const next = sharedNextCall(call, 0);
    const first = [next(), next()];
    await turn();
    const second = [next(), next(), next()];
    await turn();
    expect(calls.length).toBe(1);
    calls[0]?.end();
    expect(await Promise.all(first)).toEqual([1, 1]);
    await turn();
    expect(calls.length).toBe(2);
    calls[1]?.end();
    expect(await Promise.all(second)).toEqual([2, 2, 2]);
  });

  it('fails only for the callers that share it', async () => {
    const { call, calls } = controlled();
    const next = sharedNextCall(call, 0);
    const first = next();
    await turn();
    const second = next();
    calls[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await turn();
    calls[1]?.end();
    expect(await second).toBe(2);
  });

  it('begins the minimum time after the previous one', async () => {
    const began: number[] = [];
    const next = sharedNextCall(() => Promise.resolve(began.push(performance.now())), 40);
    await next();
    await next();
    expect((began[1] ?? 0) - (began[0] ?? 0)).toBeGreaterThanOrEqual(40);
  });
});
