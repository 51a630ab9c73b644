import { beforeAll, describe, expect, it } from 'vitest';
import { registry } from '../../../test/support/memory/fake-state.ts';
import { compilePattern, loadPatterns, matchesPattern } from '../../util/patterns.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { parseDefinition } from '../structured-property.ts';
import { LONGEST_PATTERN, MOST_CRITERIA, MOST_CRITERION_VALUES, ruleProblems } from './check-rules.ts';

beforeAll(loadPatterns);

function problems(valueType: string, rules: JsonObject, definition: JsonObject = {}): readonly string[] {
  const parsed = parseDefinition({
    qualifiedName: 'p',
    valueType: `urn:li:dataType:datahub.${valueType}`,
    entityTypes: [],
    ...definition,
  });
  const patterns = { compile: compilePattern, matches: matchesPattern };
  return ruleProblems(rules, { definition: parsed, registry, patterns }).map(({ field, message }) => {
    expect(message).toContain(`${field} of structuredPropertyRules `);
    return message;
  });
}

function criterion(field: string, values: readonly string[], others: JsonObject = {}): JsonObject {
  return { field, values, ...others };
}

describe('accepts', () => {
  it.each<[string, JsonObject, JsonObject?]>([
    ['number', { values: { format: 'INTEGER', min: { double: 1 }, max: { double: 1 } } }],
    ['string', { values: { format: 'DATETIME', min: { string: '2026-03-01T14:30:00Z' } } }],
    ['string', { values: { pattern: '[A-Z]{3}-\\d{4}', hint: 'x', minLength: 8, maxLength: 8 } }],
    ['date', { values: { min: { string: '2026-01-01' } } }],
    ['urn', { values: { refersTo: { criteria: [criterion('DOMAIN', ['urn:li:domain:d'])] } } }],
    ['string', { appliesIf: { criteria: [criterion('SUB_TYPE', ['Table'])] }, required: {} }],
    ['string', { deprecatedValues: [{ value: { string: 'a' }, replacedBy: { string: 'b' } }] }],
    ['string', {}],
  ])('%s with %j', (valueType, rules) => {
    expect(problems(valueType, rules)).toEqual([]);
  });

  it('allowed values that break a rule if they are deprecated only', () => {
    const allowedValues = [{ value: { string: 'small' } }];
    const rules = { deprecatedValues: [{ value: { string: 'small' } }] };
    expect(problems('string', rules, { allowedValues })).toEqual([]);
  });
});

describe('refuses', () => {
  it.each<[string, JsonObject, string]>([
    [
      'string',
      { values: { format: 'INTEGER' } },
      'values.format of structuredPropertyRules INTEGER is for values of type number',
    ],
    ['number', { values: { format: 'BOOLEAN' } }, 'BOOLEAN is for values of type string'],
    [
      'number',
      { values: { pattern: 'a' } },
      'values.pattern of structuredPropertyRules is for values of type string or rich_text',
    ],
    ['number', { values: { minLength: 1 } }, 'values.minLength of'],
    [
      'string',
      { values: { refersTo: { criteria: [criterion('TAG', ['urn:li:tag:t'])] } } },
      'values.refersTo of',
    ],
    [
      'string',
      { values: { min: { string: 'a' } } },
      'values.min of structuredPropertyRules is for numbers, dates and texts of format DATETIME',
    ],
    [
      'number',
      { values: { min: { string: '1' } } },
      'must be a number, such as {"double": 1}, but it is {string=1}',
    ],
    ['date', { values: { max: { string: '2026-02-30' } } }, 'must be a day'],
    ['string', { values: { format: 'DATETIME', max: { string: '2026-02-01' } } }, 'must be a time'],
    [
      'number',
      { values: { min: { double: 2 }, max: { double: 1 } } },
      'values.min of structuredPropertyRules must not be above values.max, but they are {double=2.0} and {double=1.0}.',
    ],
    [
      'date',
      { values: { min: { string: '2026-01-02' }, max: { string: '2026-01-01' } } },
      'must not be above values.max',
    ],
    [
      'string',
      { values: { minLength: 3, maxLength: 2 } },
      'values.minLength of structuredPropertyRules must not be above values.maxLength, but they are 3 and 2.',
    ],
    [
      'string',
      { values: { maxLength: -1 } },
      'values.maxLength of structuredPropertyRules must not be negative, but it is -1.',
    ],
    ['string', { values: { hint: 'x' } }, 'values.hint of structuredPropertyRules explains a pattern'],
    ['string', { values: { pattern: '(?=a)' } }, 'is not an RE2 expression'],
    ['string', { values: { pattern: '(a)\\1' } }, 'is not an RE2 expression'],
    ['string', { values: { pattern: '[' } }, 'missing closing ]'],
    ['string', { values: { pattern: 'a{600}' } }, 'compiles to 602 instructions, more than 500'],
    ['string', { values: { pattern: 'a'.repeat(LONGEST_PATTERN + 1) } }, 'has 257 characters, more than 256'],
    ['string', { appliesIf: { criteria: [] } }, 'appliesIf.criteria of structuredPropertyRules is empty'],
    [
      'string',
      { appliesIf: { criteria: [criterion('COLOR', ['red'])] } },
      "appliesIf.criteria[0] of structuredPropertyRules is refused: There is no criterion 'COLOR'.",
    ],
    [
      'string',
      { appliesIf: { criteria: [criterion('TYPE', ['table'])] } },
      "There is no entity type 'table'",
    ],
    ['string', { appliesIf: { criteria: [criterion('TAG', [])] } }, 'on TAG has no values'],
    [
      'string',
      { appliesIf: { criteria: [criterion('DOMAIN', ['urn:li:domain:d'], { condition: 'STARTS_WITH' })] } },
      'on DOMAIN cannot be STARTS_WITH',
    ],
    [
      'string',
      { appliesIf: { criteria: [criterion('STRUCTURED_PROPERTY', [])] } },
      'needs exactly one property',
    ],
    [
      'string',
      { deprecatedValues: [{ value: { double: 1 } }] },
      'deprecatedValues[0] of structuredPropertyRules is refused: value: {double=1.0} should be a string',
    ],
    [
      'string',
      { deprecatedValues: [{ value: { string: 'a' } }, { value: { string: 'a' } }] },
      'deprecatedValues[1] of structuredPropertyRules lists {string=a} again',
    ],
    [
      'string',
      { deprecatedValues: [{ value: { string: 'a' }, replacedBy: { string: 'a' } }] },
      'deprecatedValues[0].replacedBy of structuredPropertyRules is {string=a}, which is deprecated itself',
    ],
  ])('%s with %j', (valueType, rules, text) => {
    const found = problems(valueType, rules);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(text);
  });

  it('too many criteria, and too many values in one', () => {
    const criteria = Array.from({ length: MOST_CRITERIA + 1 }, () => criterion('TAG', ['urn:li:tag:t']));
    expect(problems('string', { appliesIf: { criteria } })[0]).toContain('has 21 criteria, more than 20');
    expect(problems('string', { appliesIf: { criteria: criteria.slice(1) } })).toEqual([]);
    const values = Array.from({ length: MOST_CRITERION_VALUES + 1 }, (_, i) => `urn:li:tag:${i}`);
    const many = (of: readonly string[]): JsonValue => [criterion('TAG', of)];
    expect(problems('string', { appliesIf: { criteria: many(values) } })[0]).toContain(
      'has 101 values, more than 100',
    );
    expect(problems('string', { appliesIf: { criteria: many(values.slice(1)) } })).toEqual([]);
  });

  const types = (...names: string[]) => names.map((name) => `urn:li:entityType:datahub.${name}`);
  const allowedValues = [{ value: { string: 'a' } }];
  it.each<[JsonObject, JsonObject, string | undefined]>([
    [{ from: [] }, {}, 'inherit.from of structuredPropertyRules is empty'],
    [{ from: ['container', 'container'] }, {}, 'names container again'],
    [
      { from: ['container', 'domain'] },
      { entityTypes: types('dataset', 'container') },
      'inherit.from of structuredPropertyRules names domain, which the property is not for. Add urn:li:entityType:datahub.domain to entityTypes.',
    ],
    [{ from: ['container'] }, { entityTypes: types('container') }, undefined],
    [
      { from: ['container', 'domain'] },
      { entityTypes: types('container', 'domain') },
      'names domain, of which an asset may have several, but cardinality is SINGLE.',
    ],
    [{ from: ['domain'] }, { entityTypes: types('domain'), cardinality: 'MULTIPLE' }, undefined],
    [{ from: ['domain'] }, { entityTypes: types('domain'), allowedValues }, undefined],
    [
      { from: ['container'], resolve: 'STRICTEST' },
      { entityTypes: types('container') },
      'inherit.resolve of structuredPropertyRules is STRICTEST, which is for cardinality SINGLE with allowedValues.',
    ],
    [
      { from: ['container'], resolve: 'STRICTEST' },
      { entityTypes: types('container'), allowedValues, cardinality: 'MULTIPLE' },
      'inherit.resolve',
    ],
    [
      { from: ['glossaryTerm'], resolve: 'STRICTEST' },
      { entityTypes: types('glossaryTerm'), allowedValues },
      undefined,
    ],
  ])('inheritance by %j of %j: %s', (inherit, definition, text) => {
    const found = problems('string', { inherit }, definition);
    expect(found).toHaveLength(text === undefined ? 0 : 1);
    if (text !== undefined) expect(found[0]).toContain(text);
  });

  it('allowed values that break the rules', () => {
    const allowedValues = [{ value: { string: 'abc' } }, { value: { string: 'a' } }];
    expect(problems('string', { values: { minLength: 2 } }, { allowedValues })).toEqual([
      'values.minLength of structuredPropertyRules refuses an allowed value: value: {string=a} is shorter than 2 characters. ' +
        'Use a longer value. Change the rule or allowedValues.',
    ]);
  });
});
