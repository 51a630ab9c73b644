import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SecretBox } from './secret-box.ts';

const boxWith = (key: string): SecretBox =>
  new SecretBox({ readKey: () => key, randomHex: (bytes) => randomBytes(bytes).toString('hex') });
const box = boxWith('a key');
const OWNER = 'urn:li:dataHubSecret:password';

describe('SecretBox', () => {
  it('opens what it sealed, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, owner) => {
        expect(box.open(box.seal(text, owner), owner)).toBe(text);
      }),
    );
  });

  it('seals the same text differently each time, without leaking it', () => {
    const sealed = box.seal('hush-hush', OWNER);
    expect(sealed).not.toContain('hush');
    expect(sealed).not.toContain(Buffer.from('hush-hush').toString('base64').slice(0, 8));
    expect(box.seal('hush-hush', OWNER)).not.toBe(sealed);
  });

  it('opens nothing with another owner, another key, or changed bytes', () => {
    const sealed = box.seal('hush', OWNER);
    expect(box.open(sealed, 'urn:li:dataHubSecret:other')).toBeUndefined();
    expect(boxWith('another key').open(sealed, OWNER)).toBeUndefined();
    const [, , bytes = ''] = sealed.split(':');
    const changed = Buffer.from(bytes, 'base64').map((byte, at) => (at === 14 ? byte ^ 1 : byte));
    expect(box.open(`colophon:1:${Buffer.from(changed).toString('base64')}`, OWNER)).toBeUndefined();
  });

  it.each(['', 'hush', 'colophon:1:', 'colophon:1:AAAA', 'colophon:2:AAAA'])(
    'opens nothing that it did not seal: %j',
    (text) => expect(box.open(text, OWNER)).toBeUndefined(),
  );

  it('reads its key once, on first use', () => {
    let asked = 0;
    const lazy = new SecretBox({ readKey: () => `key ${++asked}`, randomHex: (bytes) => '00'.repeat(bytes) });
    expect(asked).toBe(0);
    expect(lazy.open(lazy.seal('hush', OWNER), OWNER)).toBe('hush');
    expect(asked).toBe(1);
  });
});
