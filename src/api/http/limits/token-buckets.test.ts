import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TokenBuckets, bucketMemory } from './token-buckets.ts';

describe('token buckets', () => {
  it('give each caller a burst of exactly ten seconds plus the rate since then', () => {
    const step = fc.record({ wait: fc.nat(3000), caller: fc.constantFrom('a', 'b') });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(step, { maxLength: 300 }), (perSecond, steps) => {
        let now = 0;
        const buckets = new TokenBuckets(perSecond, () => now);
        const taken = new Map([
          ['a', 0],
          ['b', 0],
        ]);
        for (const { wait, caller } of steps) {
          now += wait;
          const before = taken.get(caller) ?? 0;
          const delay = buckets.take(caller);
          if (delay === 0) taken.set(caller, before + 1);
          else expect(before).toBeGreaterThan(perSecond * 10 - 1);
          expect(taken.get(caller)).toBeLessThanOrEqual(perSecond * 10 + (now / 1000) * perSecond + 1e-6);
        }
      }),
    );
  });

  it('return the time until the next token', () => {
    let now = 0;
    const buckets = new TokenBuckets(2, () => now);
    for (let i = 0; i < 20; i++) expect(buckets.take('a')).toBe(0);
    expect(buckets.take('a')).toBe(500);
    now = 400;
    expect(buckets.take('a')).toBe(100);
    now = 500;
    expect(buckets.take('a')).toBe(0);
  });

  it('ignore a clock that is set back', () => {
    let now = 10_000;
    const buckets = new TokenBuckets(1, () => now);
    for (let i = 0; i < 10; i++) buckets.take('a');
    now = 0;
    expect(buckets.take('a')).toBeGreaterThan(0);
  });

  it('are shared by all limiters with the same memory', () => {
    const memory = bucketMemory();
    const [here, there] = [new TokenBuckets(1, () => 0, memory), new TokenBuckets(1, () => 0, memory)];
    for (let i = 0; i < 10; i++) expect((i % 2 === 0 ? here : there).take('a')).toBe(0);
    expect(here.take('a')).toBeGreaterThan(0);
    expect(there.take('a')).toBeGreaterThan(0);
  });

  it('limit callers while there are more of them than buckets', () => {
    const buckets = new TokenBuckets(1, () => 0);
    for (let i = 0; i < 40_000; i++) buckets.take(`caller ${i}`);
    for (let i = 0; i < 10; i++) buckets.take('last');
    expect(buckets.take('last')).toBeGreaterThan(0);
  });
});
