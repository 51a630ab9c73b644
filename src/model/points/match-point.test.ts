import { describe, expect, it } from 'vitest';
import { Aspect } from '../aspect.ts';
import type { Criterion, Filter, FilterOperator } from '../filter.ts';
import { parseUrn } from '../urn.ts';
import { pointMatcher } from './match-point.ts';

const point = new Aspect({
  urn: parseUrn('urn:li:dataset:(urn:li:dataPlatform:a,b,PROD)'),
  aspectName: 'datasetProfile',
  text: JSON.stringify({
    timestampMillis: 1000,
    rowCount: 9,
    partitionSpec: { type: 'PARTITION', partition: 'p1' },
    fieldProfiles: [{ fieldPath: 'a' }, { fieldPath: 'b' }],
  }),
  systemMetadata: { lastObserved: 0, runId: 'r' },
  created: { time: 0, actor: parseUrn('urn:li:corpuser:a') },
  sequence: 1,
});

const criterion = (field: string, operator: FilterOperator, ...values: string[]): Criterion => ({
  field,
  operator,
  values,
  negated: false,
});

const matchesPoint = (subject: Aspect, filter: Filter): boolean => pointMatcher(filter)(subject);

describe('pointMatcher', () => {
  it.each([
    ['partitionSpec.partition', 'EQUAL', ['p0', 'p1'], true],
    ['partitionSpec.partition', 'EQUAL', ['p'], false],
    ['partitionSpec.partition', 'EQUAL', [], true],
    ['fieldProfiles.fieldPath', 'EQUAL', ['b'], true],
    ['fieldProfiles.fieldPath', 'START_WITH', ['c'], false],
    ['rowCount', 'GREATER_THAN', ['10'], false],
    ['rowCount', 'LESS_THAN', ['10'], true],
    ['timestampMillis', 'GREATER_THAN_OR_EQUAL_TO', ['1000'], true],
    ['timestampMillis', 'LESS_THAN_OR_EQUAL_TO', ['999'], false],
    ['messageId', 'EXISTS', [], false],
    ['messageId', 'IS_NULL', [], true],
    ['partitionSpec', 'EXISTS', [], false],
    ['urn', 'CONTAIN', ['dataPlatform:a'], true],
    ['partitionSpec.type', 'IEQUAL', ['partition'], true],
    ['partitionSpec.type', 'END_WITH', ['TION'], true],
  ] as const)('%s %s %j', (field, operator, values, expected) => {
    const plain = criterion(field, operator, ...values);
    expect(matchesPoint(point, [[plain]])).toBe(expected);
    expect(matchesPoint(point, [[{ ...plain, negated: true }]])).toBe(!expected);
  });

  it('needs one group in which all criteria hold', () => {
    const [yes, no] = [criterion('rowCount', 'EQUAL', '9'), criterion('rowCount', 'EQUAL', '8')];
    expect(matchesPoint(point, [])).toBe(true);
    expect(matchesPoint(point, [[]])).toBe(true);
    expect(matchesPoint(point, [[yes, no]])).toBe(false);
    expect(matchesPoint(point, [[yes, no], [yes]])).toBe(true);
  });

  it.each([
    ['DESCENDANTS_INCL', ['9'], 'DESCENDANTS_INCL on rowCount'],
    ['BETWEEN', ['1', '9'], 'BETWEEN on rowCount'],
    ['GREATER_THAN', ['1', '9'], "The filter on 'rowCount' has 2 values, and GREATER_THAN takes one."],
    ['LESS_THAN_OR_EQUAL_TO', ['1', '9'], 'LESS_THAN_OR_EQUAL_TO takes one'],
  ] as const)('rejects %s %j even if there is no point', (operator, values, message) => {
    expect(() => pointMatcher([[criterion('rowCount', operator, ...values)]])).toThrow(message);
  });
});
