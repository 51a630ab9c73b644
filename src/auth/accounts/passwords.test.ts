import { describe, expect, it } from 'vitest';
import { Passwords } from './passwords.ts';

let salts = 0;
const passwords = new Passwords(() => `salt${salts++}`);

describe('Passwords', () => {
  it('matches the password and no other', async () => {
    const stored = await passwords.hash('correct horse');
    expect(stored.hashedPassword).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{43}$/);
    expect(JSON.stringify(stored)).not.toContain('horse');
    expect(await passwords.matches('correct horse', stored)).toBe(true);
    expect(await passwords.matches('Correct horse', stored)).toBe(false);
  });

  it('stores equal passwords differently', async () => {
    const [one, other] = [await passwords.hash('same'), await passwords.hash('same')];
    expect(one.hashedPassword).not.toBe(other.hashedPassword);
  });

  it('never matches without a stored password, or with a hash of another system', async () => {
    expect(await passwords.matches('', undefined)).toBe(false);
    expect(await passwords.matches('x', { salt: 's', hashedPassword: 'c2hhMjU2' })).toBe(false);
  });

  it('derives a hash of the full cost for an unknown user', async () => {
    // A cost above the memory limit fails: the failure shows that hashing was started.
    const impossible = new Passwords(() => 'salt', { N: 131_072, r: 8, p: 1 });
    await expect(impossible.matches('x', undefined)).rejects.toThrow('memory limit exceeded');
  });

  it('refuses more work than the queue holds', async () => {
    const cheap = new Passwords(() => 'salt', { N: 1024, r: 8, p: 1 });
    const attempts = Array.from({ length: 40 }, () => cheap.matches('x', undefined));
    const results = await Promise.allSettled(attempts);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(6);
    expect(await cheap.matches('x', undefined)).toBe(false);
  });
});
