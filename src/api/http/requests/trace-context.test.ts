import { describe, expect, it } from 'vitest';
import { traceIdOf, traceparentOf } from './trace-context.ts';

const randomHex = (bytes: number): string => '1f'.repeat(bytes);
const deps = { now: () => 1_737_587_612_508, randomHex };
const SPAN = '1f'.repeat(8);
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

function parentFor(traceparent: string | undefined): string {
  const request = { headers: traceparent === undefined ? {} : { traceparent }, span: undefined };
  return traceparentOf(request, traceIdOf(request, deps), deps);
}

describe('the trace of a request', () => {
  it('is that of the caller', () => {
    expect(parentFor(`00-${TRACE}-00f067aa0ba902b7-00`)).toBe(`00-${TRACE}-${SPAN}-00`);
    expect(parentFor(`cc-${TRACE}-00f067aa0ba902b7-01-more`)).toBe(`00-${TRACE}-${SPAN}-01`);
  });

  it.each([
    undefined,
    '',
    'x',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7`,
  ])('is a new one, with the time, instead of %s', (incoming) => {
    expect(parentFor(incoming)).toBe(`00-00062c53a468df60${SPAN}-${SPAN}-01`);
  });
});
