import { describe, expect, it } from 'vitest';
import { entityPath, urnOfStep } from './paths.ts';
import { decodable, escaped } from './raw-location.ts';

/** The path as the router decodes it. */
const routed = (path: string): string => decodeURI(escaped(decodable(path)));

describe('the address of an entity', () => {
  it.each([
    '50%',
    '100%25',
    'a%2Fb',
    'a/b',
    'a b+c',
    'say "x" and \'y\'',
    '#1?x=1&y=2',
    '((nested),(parts))',
    'a,b;c:d@e',
    'größe 数 🜁 \u202Emark',
    '<b>\\^`{|}',
  ])('opens its page if its name is %j', (name) => {
    const urn = `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
    const { pathname, search, hash } = new URL(entityPath(urn), 'http://x');
    expect([search, hash]).toEqual(['', '']);
    expect(urnOfStep(routed(pathname).split('/')[2] ?? '')).toBe(urn);
  });

  it.each(['/tag/100%', '/tag/%E0%A4%A', '/tag/%FF%2F'])(
    'takes %s literally, which is not encoded',
    (path) => {
      expect(`/tag/${urnOfStep(routed(path).split('/')[2] ?? '')}`).toBe(path);
    },
  );
});
