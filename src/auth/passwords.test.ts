import { describe, expect, it } from 'vitest';
import { Passwords } from './passwords.ts';

let salts = 0;
const passwords = new Passwords(() => `salt${salts++}`);

describe('Passwords', () => {
  it('recognises the password and no other', async () => {
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

  it('recognises nobody without a stored password, nor with one of another system', async () => {
    expect(await passwords.matches('', undefined)).toBe(false);
    expect(await passwords.matches('x', { salt: 's', hashedPassword: 'c2hhMjU2' })).toBe(false);
  });

  it('works as hard for whom it does not know', async () => {
    const stored = await passwords.hash('known');
    const time = async (run: () => Promise<boolean>): Promise<number> => {
      const before = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const known = await time(() => passwords.matches('wrong', stored));
    const unknown = await time(() => passwords.matches('wrong', undefined));
    // Computing time, not duration: the work is the same, however busy the machine is.
    expect(unknown / known).toBeGreaterThan(0.3);
    expect(unknown / known).toBeLessThan(3);
  });

  it('refuses more work than a machine can do', async () => {
    const cheap = new Passwords(() => 'salt', { N: 1024, r: 8, p: 1 });
    const attempts = Array.from({ length: 40 }, () => cheap.matches('x', undefined));
    const results = await Promise.allSettled(attempts);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(6);
    expect(await cheap.matches('x', undefined)).toBe(false);
  });
});
