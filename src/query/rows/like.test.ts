import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likePattern } from './like.ts';
import { effort } from '../../../test/support/effort.ts';

/** Reference implementation by regular expression, fast enough for short texts. */
function fitsExpression(text: string, pattern: string): boolean {
  const source = pattern.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${source.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'su').test(text);
}

describe('likePattern', () => {
  it('matches what the regular expression matches', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '.', '💧'), maxLength: 8 });
    const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '.', '💧', '%', '_'), maxLength: 8 });
    fc.assert(
      fc.property(texts, patterns, (text, pattern) => {
        expect(likePattern(pattern)(text)).toBe(fitsExpression(text, pattern));
      }),
      { numRuns: effort(2_000) },
    );
  });

  it('is fast for a pattern with many wildcards', () => {
    // A regular expression could try 512 to the power of 40 combinations.
    expect(likePattern(`${'%a'.repeat(40)}%b`)('a'.repeat(512))).toBe(false);
  });
});
