import { describe, expect, it } from 'vitest';
import { checkScalar, show } from './aspect-scalars.ts';

describe('checkScalar', () => {
  it('accepts bytes as a string with one character per byte', () => {
    expect(checkScalar('bytes', 'a\u0000\u00ff')).toBeUndefined();
    expect(checkScalar('bytes', 'a\u0100')).toContain('character 1');
    expect(checkScalar('bytes', 1)).toContain('cannot be coerced to bytes');
  });

  it('does not convert between strings, numbers and booleans', () => {
    expect(checkScalar('double', '1')).toContain('use a number without quotes');
    expect(checkScalar('boolean', 'true')).toContain('use true or false');
    expect(checkScalar('string', true)).toContain('put it in quotes');
  });
});

describe('show', () => {
  it('is short', () => {
    expect(show('x'.repeat(10_000)).length).toBeLessThan(210);
    expect(show([1])).toBe('a list');
    expect(show({})).toBe('an object');
    expect(show(null)).toBe('null');
  });
});
