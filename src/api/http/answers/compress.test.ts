import { describe, expect, it } from 'vitest';
import { compressed, isCompressible, preferredEncoding } from './compress.ts';

describe('preferredEncoding', () => {
  it.each([
    ['', undefined],
    ['identity', undefined],
    ['*', undefined],
    ['deflate', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;Q=0.5', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip;q=0.000', undefined],
    ['gzip;q=x', undefined],
    ['x-gzip, brotli', undefined],
  ])('of %j is %s', (header, encoding) => {
    expect(preferredEncoding(header)).toBe(encoding);
  });
});

describe('isCompressible', () => {
  const long = 'x'.repeat(14 * 1024);

  it.each([
    ['application/json;charset=utf-8', true],
    ['application/problem+json', true],
    ['application/graphql-response+json;charset=utf-8', true],
    ['text/html; charset=utf-8', true],
    ['text/csv', true],
    ['image/svg+xml', true],
    ['image/png', false],
    ['font/woff2', false],
    ['application/octet-stream', false],
    ['', false],
  ])('a long body of the type %s: %s', (type, expected) => {
    expect(isCompressible(long, type)).toBe(expected);
  });

  it('no short body', () => {
    expect(isCompressible(long.slice(1), 'text/plain')).toBe(false);
  });
});

describe('compressed', () => {
  const accepting = { 'accept-encoding': 'gzip, br' };

  it.each(['cross-site', 'same-site'])('leaves a response to a page of another site, %s', async (site) => {
    expect(await compressed('text', { ...accepting, 'sec-fetch-site': site })).toEqual({ body: 'text' });
  });

  it.each(['same-origin', 'none'])('compresses a response to an own page, %s', async (site) => {
    const { encoding } = await compressed('text', { ...accepting, 'sec-fetch-site': site });
    expect(encoding).toBe('br');
  });
});
