import { describe, expect, it } from 'vitest';
import { TooManyRequestsError } from '../../errors.ts';
import { LogInLimits } from './log-in-limits.ts';

let now = 0;
const succeed = () => Promise.resolve('in');
const fail = () => Promise.reject(new Error('wrong'));

/** Number of attempts, out of `count` concurrent ones, that the limits allow. */
async function made(limits: LogInLimits, count: number, user: (i: number) => string, address = 'a') {
  const attempts = Array.from({ length: count }, (_, i) => limits.attempt(user(i), address, fail));
  const results = await Promise.allSettled(attempts);
  return results.filter((result) => result.status === 'rejected' && !isLimit(result.reason)).length;
}

function isLimit(error: unknown): boolean {
  return error instanceof TooManyRequestsError;
}

describe('LogInLimits', () => {
  it('blocks a user after ten failed attempts from any address', async () => {
    const limits = new LogInLimits(() => now);
    expect(await made(limits, 6, () => 'u', 'a')).toBe(6);
    expect(await made(limits, 6, () => 'u', 'b')).toBe(4);
    await expect(limits.attempt('u', 'c', succeed)).rejects.toThrow('Too many failed attempts');
    await expect(limits.attempt('v', 'a', succeed)).resolves.toBe('in');
  });

  it('blocks an address after fifty failed attempts for any users', async () => {
    const limits = new LogInLimits(() => now);
    expect(await made(limits, 60, (i) => `user ${i}`)).toBe(50);
    await expect(limits.attempt('somebody', 'a', succeed)).rejects.toThrow(TooManyRequestsError);
    await expect(limits.attempt('somebody', 'b', succeed)).resolves.toBe('in');
  });

  it('counts the addresses of one IPv6 network together', async () => {
    const limits = new LogInLimits(() => now);
    for (let i = 0; i < 50; i++) expect(await made(limits, 1, () => `user ${i}`, `2001:db8::${i}`)).toBe(1);
    await expect(limits.attempt('u', '2001:db8::ff', succeed)).rejects.toThrow(TooManyRequestsError);
    await expect(limits.attempt('u', '2001:db8:0:1::1', succeed)).resolves.toBe('in');
  });

  it('unblocks after five minutes, and reports the remaining time', async () => {
    const limits = new LogInLimits(() => now);
    await made(limits, 10, () => 'u');
    now += 60_000;
    await expect(limits.attempt('u', 'a', succeed)).rejects.toMatchObject({ retryAfterSeconds: 240 });
    now += 240_000;
    await expect(limits.attempt('u', 'a', succeed)).resolves.toBe('in');
  });

  it('resets the count of a user who logs in', async () => {
    const limits = new LogInLimits(() => now);
    await made(limits, 9, () => 'u');
    await limits.attempt('u', 'a', succeed);
    expect(await made(limits, 10, () => 'u')).toBe(10);
  });

  it('does not count successful logins against their address', async () => {
    const limits = new LogInLimits(() => now);
    for (let i = 0; i < 100; i++) await limits.attempt(`user ${i}`, 'a', succeed);
    expect(await made(limits, 50, (i) => `user ${i}`)).toBe(50);
  });

  it('tracks at most ten thousand names', async () => {
    const limits = new LogInLimits(() => now);
    await made(limits, 10, () => 'first');
    for (let i = 0; i < 10_000; i++) await made(limits, 1, () => `user ${i}`, `address ${i}`);
    await expect(limits.attempt('first', 'b', succeed)).resolves.toBe('in');
  });
});
