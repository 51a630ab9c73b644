import { describe, expect, it } from 'vitest';
import { inheritanceFacts } from './inheritance.ts';
import { ruleProblems, rulesAspectOf, rulesDraftOf } from './rules-draft.ts';

const NUMBER = 'urn:li:dataType:datahub.number';
const STRING = 'urn:li:dataType:datahub.string';

const STORED = {
  values: { level: 'WARN', format: 'INTEGER', min: { double: 1 }, max: { double: 3650 }, later: 'kept' },
  appliesIf: {
    level: 'REPORT',
    criteria: [
      { field: 'DOMAIN', condition: 'EQUALS', values: ['urn:li:domain:finance'] },
      {
        field: 'STRUCTURED_PROPERTY',
        condition: 'EQUALS',
        values: [],
        structuredPropertyValues: [{ propertyUrn: 'urn:li:structuredProperty:a', values: ['1'] }],
      },
    ],
  },
  required: { level: 'ENFORCE', since: 1 },
  deprecatedValues: [{ value: { double: 7 }, replacedBy: { double: 8 } }],
  inherit: { from: ['container'], resolve: 'NEAREST' },
};

describe('rules in the form', () => {
  it('are stored as they were, with members that the form does not have', () => {
    expect(rulesAspectOf({ valueType: NUMBER, rules: rulesDraftOf(STORED) }, STORED)).toEqual(STORED);
  });

  it('lose what does not fit a new value type, and nothing else', () => {
    const rules = { ...rulesDraftOf(STORED), deprecated: [], pattern: '[a-z]+' };
    const { deprecatedValues: _, ...others } = STORED;
    expect(rulesAspectOf({ valueType: STRING, rules: { ...rules, format: '' } }, STORED)).toEqual({
      ...others,
      values: { level: 'WARN', pattern: '[a-z]+', later: 'kept' },
    });
  });

  it('are empty without any', () => {
    expect(rulesAspectOf({ valueType: NUMBER, rules: rulesDraftOf(undefined) })).toEqual({});
  });

  it.each([
    [NUMBER, { min: 'a' }, 'min', 'number'],
    [NUMBER, { min: '10', max: '9' }, 'min', 'above the maximum'],
    [STRING, { format: 'DATETIME', min: '2026-01-01' }, 'min', 'time in UTC'],
    [STRING, { minLength: '1.5' }, 'minLength', 'whole number'],
    [STRING, { minLength: '9', maxLength: '8' }, 'minLength', 'above the maximum length'],
    [STRING, { pattern: 'a'.repeat(257) }, 'pattern', '257 characters, more than 256'],
    [
      STRING,
      { appliesIf: [{ field: 'TAG', condition: 'EQUALS', values: [] }] },
      'appliesIf',
      'needs a value',
    ],
    [
      STRING,
      {
        deprecated: [
          { value: 'a', replacedBy: 'b' },
          { value: 'b', replacedBy: '' },
        ],
      },
      'deprecated',
      'deprecated itself',
    ],
  ] as const)('of %s with %o have a problem in %s', (valueType, members, member, words) => {
    const rules = { ...rulesDraftOf(undefined), ...members };
    const problems = ruleProblems({ valueType, rules });
    expect([...problems.keys()]).toEqual([member]);
    expect(problems.get(member)).toContain(words);
  });

  it('have no problems in members that are not shown', () => {
    expect(
      ruleProblems({ valueType: STRING, rules: { ...rulesDraftOf(undefined), min: '9', max: '1' } }).size,
    ).toBe(0);
  });
});

describe('inheritance in the form', () => {
  const draft = rulesDraftOf(STORED);

  it('keeps members that the form does not have, and is left out without a source', () => {
    const before = { inherit: { from: ['container'], resolve: 'NEAREST', later: 'kept' } };
    const next = { ...rulesDraftOf(before), inheritsFrom: ['domain', 'container'], isStrictest: true };
    expect(rulesAspectOf({ valueType: STRING, rules: next }, before)).toEqual({
      inherit: { from: ['domain', 'container'], resolve: 'STRICTEST', later: 'kept' },
    });
    const none = { ...draft, inheritsFrom: [] };
    expect(rulesAspectOf({ valueType: NUMBER, rules: none }, STORED)).not.toHaveProperty('inherit');
  });

  it('is a fact for each member', () => {
    const rules = { inherit: { from: ['glossaryTerm', 'container'], resolve: 'STRICTEST' } };
    expect(inheritanceFacts(rules)).toEqual([
      { label: 'Inherited from', value: 'glossary term, else container' },
      { label: 'Value in effect', value: 'The strictest: first of the allowed values' },
    ]);
    expect(inheritanceFacts({})).toEqual([]);
  });
});
