import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evenShare } from './even-share.ts';

const sumWithin = (sizes: readonly number[], share: number): number =>
  sizes.reduce((sum, size) => sum + Math.min(size, share), 0);

it('is the greatest maximum that keeps the sum within the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 8 }), fc.nat(200), (sizes, limit) => {
      const share = evenShare(sizes, limit);
      if (share === Infinity) expect(sumWithin(sizes, Infinity)).toBeLessThanOrEqual(limit);
      else {
        expect(sumWithin(sizes, share)).toBeLessThanOrEqual(limit);
        expect(sumWithin(sizes, share + 1)).toBeGreaterThan(limit);
      }
    }),
  );
});
