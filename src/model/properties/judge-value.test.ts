import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPatterns, matchesPattern } from '../../util/patterns.ts';
import type { JsonObject } from '../../util/json.ts';
import type { PropertyValue, ValueType } from '../structured-property.ts';
import { LONGEST_MATCHED, brokenRules, ruleText } from './judge-value.ts';
import { parseRules } from './property-rules.ts';

beforeAll(loadPatterns);

function broken(valueType: ValueType, value: PropertyValue, values: JsonObject, others: JsonObject = {}) {
  return brokenRules(value, parseRules({ values, ...others }), { valueType }, matchesPattern);
}

function string(text: string): PropertyValue {
  return { string: text };
}

describe('formats', () => {
  it.each([[1], [-3], [0], [1e300], [-0]])('takes %d as a whole number', (double) => {
    expect(broken('number', { double }, { format: 'INTEGER' })).toEqual([]);
  });

  it.each([[1.5], [1e-9], [-0.1]])('refuses %d as a whole number', (double) => {
    expect(broken('number', { double }, { format: 'INTEGER' })).toEqual(['format']);
  });

  it.each(['true', 'false'])('takes %s as true or false', (text) => {
    expect(broken('string', string(text), { format: 'BOOLEAN' })).toEqual([]);
  });

  it.each(['True', ' true', 'yes', '', '1', 'true\n'])('refuses %j as true or false', (text) => {
    expect(broken('string', string(text), { format: 'BOOLEAN' })).toEqual(['format']);
  });

  it.each(['2026-03-01T14:30:00Z', '2024-02-29T23:59:59Z', '0001-01-01T00:00:00Z'])(
    'takes %s as a time',
    (text) => {
      expect(broken('string', string(text), { format: 'DATETIME' })).toEqual([]);
    },
  );

  it.each([
    '2026-03-01T14:30Z',
    '2026-03-01 14:30:00Z',
    '2026-03-01T14:30:00',
    '2026-03-01T14:30:00+01:00',
    '2026-03-01T14:30:00.000Z',
    '2026-02-29T14:30:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T14:60:00Z',
    '2026-03-01T14:30:60Z',
    '2026-03-01T14:30:00z',
    '2026-03-01T14:30:00Z\n',
    '2026-03-01',
  ])('refuses %j as a time', (text) => {
    expect(broken('string', string(text), { format: 'DATETIME' })).toEqual(['format']);
  });
});

describe('bounds', () => {
  it('of numbers are inclusive and compare by value', () => {
    const bounds = { min: { double: 2 }, max: { double: 10 } };
    expect(broken('number', { double: 1.9 }, bounds)).toEqual(['min']);
    expect(broken('number', { double: 2 }, bounds)).toEqual([]);
    expect(broken('number', { double: 10 }, bounds)).toEqual([]);
    expect(broken('number', { double: 10.1 }, bounds)).toEqual(['max']);
    expect(broken('number', string('9'), bounds)).toEqual([]);
  });

  it('of days and times compare in time', () => {
    const days = { min: string('2026-01-01'), max: string('2026-12-31') };
    expect(broken('date', string('2025-12-31'), days as JsonObject)).toEqual(['min']);
    expect(broken('date', string('2026-12-31'), days as JsonObject)).toEqual([]);
    const times = { format: 'DATETIME', max: string('2026-03-01T14:30:00Z') } as JsonObject;
    expect(broken('string', string('2026-03-01T14:30:01Z'), times)).toEqual(['max']);
    expect(broken('string', string('later'), times)).toEqual(['format']);
  });

  it('of lengths count code points', () => {
    expect(broken('string', string('🙂🙂'), { minLength: 2, maxLength: 2 })).toEqual([]);
    expect(broken('string', string('🙂'), { minLength: 2 })).toEqual(['minLength']);
    expect(broken('string', string('abc'), { maxLength: 2 })).toEqual(['maxLength']);
    expect(broken('string', string(''), { minLength: 0, maxLength: 0 })).toEqual([]);
  });
});

describe('patterns', () => {
  it('match the whole text', () => {
    const values = { pattern: '[A-Z]{3}-\\d{4}' };
    expect(broken('string', string('ABC-1234'), values)).toEqual([]);
    for (const text of ['xABC-1234', 'ABC-1234 ', 'ABC-1234\n', 'abc-1234', '']) {
      expect(broken('string', string(text), values)).toEqual(['pattern']);
    }
    expect(broken('string', string('ab'), { pattern: 'a|ab' })).toEqual([]);
  });

  it('do not read texts that are too long', () => {
    expect(broken('string', string('a'.repeat(LONGEST_MATCHED)), { pattern: 'a*' })).toEqual([]);
    expect(broken('string', string('a'.repeat(LONGEST_MATCHED + 1)), { pattern: 'a*' })).toEqual(['pattern']);
  });
});

it('condemns deprecated values', () => {
  const deprecatedValues = [
    { value: { string: 'small' }, replacedBy: { string: 'compact' } },
    { value: { string: 'huge' } },
  ];
  const rules = parseRules({ deprecatedValues });
  const judge = (text: string) => brokenRules(string(text), rules, { valueType: 'string' }, matchesPattern);
  expect(judge('compact')).toEqual([]);
  expect(judge('small')).toEqual(['deprecated']);
  expect(ruleText('deprecated', string('small'), rules)).toBe(
    'value: {string=small} is deprecated. Use {string=compact}.',
  );
  expect(ruleText('deprecated', string('huge'), rules)).toBe(
    'value: {string=huge} is deprecated. Use another value.',
  );
});

describe('texts', () => {
  const textOf = (value: PropertyValue, values: JsonObject) => {
    const valueType = 'double' in value ? 'number' : 'string';
    return broken(valueType, value, values).map((rule) => ruleText(rule, value, parseRules({ values })));
  };

  it.each<[PropertyValue, JsonObject, string]>([
    [
      { double: 500 },
      { max: { double: 365 } },
      'value: {double=500.0} is above the maximum 365.0. Use a value up to 365.0.',
    ],
    [
      { double: 0 },
      { min: { double: 1 } },
      'value: {double=0.0} is below the minimum 1.0. Use a value from 1.0.',
    ],
    [
      { string: 'x' },
      { pattern: 'A+', hint: 'only the letter A' },
      'value: {string=x} does not match the pattern A+. Expected: only the letter A.',
    ],
    [
      { string: 'x' },
      { minLength: 2 },
      'value: {string=x} is shorter than 2 characters. Use a longer value.',
    ],
  ])('of %j', (value, values, text) => {
    expect(textOf(value, values)).toEqual([text]);
  });
});

it('finds a value within its own bounds, and no other', () => {
  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const only = { min: { double: a }, max: { double: a } };
      expect(broken('number', { double: b }, only).length === 0).toBe(a === b);
    }),
  );
  const days = fc
    .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(days, days, (a, b) => {
      const rules = { min: { string: a } };
      expect(broken('date', string(b), rules)).toEqual(Date.parse(b) < Date.parse(a) ? ['min'] : []);
    }),
  );
});

it('agrees with the regular expressions of the language on those that both have', () => {
  const atoms = fc.constantFrom('a', 'b', '.', '[ab]', '(a|b)', 'a?', 'b*', '(ab)+', 'a{2}');
  const patterns = fc.array(atoms, { maxLength: 5 }).map((parts) => parts.join(''));
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const isMatch = new RegExp(`^(?:${pattern})$`, 'u').test(text);
      expect(broken('string', string(text), { pattern })).toEqual(isMatch ? [] : ['pattern']);
    }),
  );
});
