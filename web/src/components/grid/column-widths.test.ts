import { describe, expect, it } from 'vitest';
import { sharedWidths, spanBetween } from './column-widths.ts';

const COLUMNS = [
  { width: 300, leastWidth: 100 },
  { width: 100, leastWidth: 100 },
];

describe('columns of a grid', () => {
  it.each([
    [800, [600, 200]],
    [400, [300, 100]],
    [300, [200, 100]],
    [200, [100, 100]],
    [50, [100, 100]],
  ])('share %i', (space, widths) => {
    expect(sharedWidths(COLUMNS, space)).toEqual(widths);
  });

  it('never take more space than there is, even if it does not divide evenly', () => {
    const three = Array.from({ length: 3 }, () => ({ width: 10, leastWidth: 5 }));
    expect(sharedWidths(three, 100)).toEqual([33, 33, 33]);
  });

  it.each([
    [0, 150, { first: 0, last: 1 }],
    [100, 200, { first: 1, last: 1 }],
    [99, 201, { first: 0, last: 2 }],
    [250, 900, { first: 2, last: 2 }],
  ])('between %i and %i are drawn', (start, end, span) => {
    expect(spanBetween([100, 100, 100], start, end)).toEqual(span);
  });
});
