import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likePattern } from './like.ts';

/** The same by a regular expression, which is fine for short texts. */
function fitsExpression(text: string, pattern: string): boolean {
  const source = pattern.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${source.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'su').test(text);
}

describe('likePattern', () => {
  it('fits what a regular expression fits', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '.', '💧'), maxLength: 8 });
    const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '.', '💧', '%', '_'), maxLength: 8 });
    fc.assert(
      fc.property(texts, patterns, (text, pattern) => {
        expect(likePattern(pattern)(text)).toBe(fitsExpression(text, pattern));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is not kept busy by a pattern of many gaps', () => {
    // A regular expression would try 512 to the power of 40 ways.
    expect(likePattern(`${'%a'.repeat(40)}%b`)('a'.repeat(512))).toBe(false);
  });
});
