import { describe, expect, it } from 'vitest';
import { traceparent } from './write-answer.ts';

const randomHex = (bytes: number): string => '1f'.repeat(bytes);
const NEW_SPAN = '1f'.repeat(8);
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('traceparent', () => {
  it('continues the trace of the caller', () => {
    expect(traceparent(`00-${TRACE}-00f067aa0ba902b7-00`, randomHex)).toBe(`00-${TRACE}-${NEW_SPAN}-00`);
    expect(traceparent(`cc-${TRACE}-00f067aa0ba902b7-01-more`, randomHex)).toBe(`00-${TRACE}-${NEW_SPAN}-01`);
  });

  it.each([
    undefined,
    '',
    'x',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7`,
  ])('starts a new trace instead of %s', (incoming) => {
    expect(traceparent(incoming, randomHex)).toBe(`00-${'1f'.repeat(16)}-${NEW_SPAN}-01`);
  });
});
