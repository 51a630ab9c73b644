import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../../shared/rules/property-rules.ts';
import { cellText, lastPart, parseCell, refusedByRules, withLastPart } from './cell-text.ts';
import type { CellDefinition } from './cell-definition.ts';

const define = (parts: Partial<CellDefinition>): CellDefinition => ({
  id: 'p',
  qualifiedName: 'p',
  name: 'P',
  help: undefined,
  valueType: 'string',
  isMultiple: false,
  isImmutable: false,
  colors: new Map(),
  allowedValues: undefined,
  allowedTypes: [],
  isInColumnsTable: true,
  ...parts,
});
const MANY = define({ isMultiple: true });

describe('several values in a cell', () => {
  it.each([[[]], [['a']], [['a', 'b c']], [['a;b', 'say "x"', '"']], [['""', ' a ']], [['x,y', '1']]])(
    '%j are parsed as written',
    (values) => {
      expect(parseCell(MANY, cellText(MANY, values))).toEqual({ values });
    },
  );

  it('are separated by semicolons, each once, without empty ones', () => {
    expect(parseCell(MANY, 'a;b ; a;;')).toEqual({ values: ['a', 'b'] });
  });

  it('are completed at the last one', () => {
    expect([lastPart(MANY, 'a; b'), withLastPart(MANY, 'a; b', 'b;c')]).toEqual(['b', 'a; "b;c"']);
  });
});

describe('a value in a cell', () => {
  const values = (...list: (string | number)[]) => ({ values: list });
  const problem = { problem: expect.any(String) as string };
  it.each([
    [define({}), ' a; b ', values('a; b')],
    [define({}), ' ', values()],
    [define({ valueType: 'rich_text' }), 'two\nlines ', values('two\nlines ')],
    [define({ valueType: 'number' }), '-1.5e3', values(-1500)],
    [define({ valueType: 'number' }), '1,5', problem],
    [define({ valueType: 'number' }), 'Infinity', problem],
    [define({ valueType: 'date' }), '2028-02-29', values('2028-02-29')],
    [define({ valueType: 'date' }), '2026-02-29', problem],
    [define({ valueType: 'date' }), '29.2.2028', problem],
    [define({ allowedValues: ['Public', 'public'] }), 'public', values('public')],
    [define({ allowedValues: ['Public'] }), 'PUBLIC', values('Public')],
    [define({ allowedValues: [30, 90] }), '90', values(90)],
    [define({ allowedValues: ['Public'] }), 'Publi', problem],
    [define({ valueType: 'urn' }), 'urn:li:tag:a', values('urn:li:tag:a')],
    [
      define({ valueType: 'urn', allowedTypes: [{ name: 'corpuser', graphqlName: 'CORP_USER' }] }),
      'urn:li:tag:a',
      problem,
    ],
    [define({ valueType: 'urn' }), 'Ada', problem],
  ])('%#: is parsed by its type', (definition, text, expected) => {
    expect(parseCell(definition, text)).toEqual(expected);
  });
});

describe('the rules of a property', () => {
  const rules = (level: string) =>
    rulesOf({
      values: { max: { double: 365 }, level },
      deprecatedValues: [{ value: { double: 7 }, replacedBy: { double: 8 } }],
    });
  const days = define({ valueType: 'number', unit: 'days', isMultiple: true, rules: rules('ENFORCE') });

  it.each<readonly [readonly number[], readonly number[], string | undefined]>([
    [[30, 500], [], 'Above the maximum of 365 days.'],
    [[7], [], 'Deprecated: use 8 days.'],
    [[500, 7, 30], [7, 500], undefined],
    [[], [500], undefined],
  ])('refuse of %j what is new beside %j: %s', (values, before, problem) => {
    expect(refusedByRules(days, values, before)).toBe(problem);
  });

  it('refuse nothing if they are not enforced, or if there are none', () => {
    expect(refusedByRules({ ...days, rules: rules('WARN') }, [500], [])).toBeUndefined();
    expect(refusedByRules(define({ valueType: 'number' }), [500], [])).toBeUndefined();
  });
});
