import { describe, expect, it } from 'vitest';
import { brokenRules } from './broken-rules.ts';
import { rulesOf } from './property-rules.ts';

describe('the rules that a value breaks', () => {
  it.each([
    [{ values: { min: { double: 1 }, max: { double: 9 } } }, 9, []],
    [{ values: { min: { double: 1 }, max: { double: 9 } } }, 9.5, ['max']],
    [{ values: { min: { double: 1 }, format: 'INTEGER' } }, 0.5, ['format', 'min']],
    [{ values: { min: { string: '2026-02-01' } } }, '2026-01-31', ['min']],
    [{ values: { format: 'BOOLEAN' } }, 'yes', ['format']],
    [{ values: { format: 'DATETIME', max: { string: '2026-03-01T00:00:00Z' } } }, '2026-03-01', ['format']],
    [
      { values: { format: 'DATETIME', max: { string: '2026-03-01T00:00:00Z' } } },
      '2026-03-01T00:00:01Z',
      ['max'],
    ],
    [{ values: { minLength: 2, maxLength: 2 } }, '😀😀', []],
    [{ values: { minLength: 2 } }, '😀', ['minLength']],
    [{ values: { maxLength: 1 } }, 'ab', ['maxLength']],
    [{ deprecatedValues: [{ value: { string: 'old' } }] }, 'old', ['deprecated']],
    [{ deprecatedValues: [{ value: { double: 7 } }] }, '7', []],
    [{ values: { pattern: 'a', refersTo: { criteria: [] } }, required: {} }, 'b', []],
  ])('%o: %s', (aspect, value, broken) => {
    expect(brokenRules(value, rulesOf(aspect))).toEqual(broken);
  });
});
