import { describe, expect, it } from 'vitest';
import { allHold } from '../entity-predicate.ts';
import { UNCONSTRAINED, parseConstraints } from './privilege-constraints.ts';

const PII = 'urn:li:tag:PII';
const LEGACY = 'urn:li:tag:Legacy';
const SALARY = 'urn:li:structuredProperty:salary';
const TEAM = 'urn:li:structuredProperty:team';

/** The urns, of four, that constraints with this one criterion cover. */
function covered(criterion: Record<string, unknown>): readonly string[] {
  const { problems, properties, tags } = parseConstraints(
    JSON.parse(JSON.stringify({ criteria: [criterion] })),
  );
  expect(problems).toEqual([]);
  return [
    ...[PII, LEGACY].filter((urn) => allHold(tags, { urn: [urn] })),
    ...[SALARY, TEAM].filter((urn) => allHold(properties, { urn: [urn] })),
  ];
}

describe('privilege constraints', () => {
  it.each([
    ['URN', 'EQUALS', [PII], [PII, SALARY, TEAM]],
    ['URN', 'NOT_EQUALS', [PII], [LEGACY, SALARY, TEAM]],
    ['URN', 'STARTS_WITH', ['urn:li:tag:P'], [PII, SALARY, TEAM]],
    ['URN', 'EQUALS', [SALARY], [PII, LEGACY, SALARY]],
    ['URN', 'NOT_EQUALS', [SALARY], [PII, LEGACY, TEAM]],
    ['URN', 'STARTS_WITH', ['urn:li:structuredProperty:t'], [PII, LEGACY, TEAM]],
    ['URN', 'EQUALS', [PII, SALARY], [PII, SALARY]],
    ['URN', 'NOT_EQUALS', [PII, SALARY], [LEGACY, TEAM]],
    ['URN', 'STARTS_WITH', ['urn:li:'], [PII, LEGACY, SALARY, TEAM]],
    ['URN', 'EQUALS', [], []],
    ['URN', 'NOT_EQUALS', [], [PII, LEGACY, SALARY, TEAM]],
    ['resource_urn', 'EQUALS', [LEGACY], [LEGACY, SALARY, TEAM]],
    ['STRUCTURED_PROPERTY', 'EQUALS', [TEAM], [PII, LEGACY, TEAM]],
    ['STRUCTURED_PROPERTY', 'EQUALS', [], [PII, LEGACY]],
  ])('on %s that %s %j cover %j', (field, condition, values, expected) => {
    expect(covered({ field, condition, values })).toEqual(expected);
  });

  it('default to EQUALS, and must all hold', () => {
    expect(covered({ field: 'URN', values: [PII] })).toEqual([PII, SALARY, TEAM]);
    const { tags, properties } = parseConstraints({
      criteria: [PII, SALARY].map((urn) => ({ field: 'URN', condition: 'EQUALS', values: [urn] })),
    });
    expect([tags.length, properties.length]).toEqual([1, 1]);
  });

  it.each([undefined, null, { criteria: [] }])('that are %j limit nothing', (json) => {
    expect(parseConstraints(json)).toEqual(UNCONSTRAINED);
  });

  it.each([
    [{ field: 'TAG', values: [PII] }, "no criterion 'TAG'"],
    [{ field: 'constructor', values: [PII] }, "no criterion 'constructor'"],
    [{ values: [PII] }, "no criterion 'null'"],
    [{ field: 'URN', condition: 'MATCHES', values: [PII] }, 'no condition "MATCHES"'],
    [{ field: 'URN', condition: 'toString', values: [PII] }, 'no condition "toString"'],
    [{ field: 'URN', values: [PII, 'urn:li:glossaryTerm:t'] }, 'neither a tag nor a structured property'],
    [{ field: 'URN', condition: 'NOT_EQUALS', values: ['urn:li:domain:d'] }, 'neither a tag'],
    [{ field: 'URN', condition: 'EQUALS', values: ['urn:li:t'] }, 'neither a tag'],
    [{ field: 'URN', condition: 'STARTS_WITH', values: ['urn:li:domain:'] }, 'neither a tag'],
    [{ field: 'URN', values: ['PII'] }, 'neither a tag'],
    ['URN', "no criterion 'null'"],
  ])('of another kind are a problem: %j', (criterion, problem) => {
    const { problems } = parseConstraints({ criteria: [criterion] });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it.each([{}, { criteria: 'all' }, [], 'none'])('without criteria are a problem: %j', (json) => {
    expect(parseConstraints(json).problems).toHaveLength(1);
  });
});
