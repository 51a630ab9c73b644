import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILTER_OPERATORS, type FilterOperator } from '../../src/model/filter.ts';
import type { JsonObject } from '../../src/util/json.ts';
import { ReadingCatalog } from '../support/memory/reading-catalog.ts';

/** One dataset per letter; a table gives the values of each in fields of one family. */
type Letters = 'a' | 'b' | 'c' | 'd' | 'e' | 'f';
type Row = readonly [operator: FilterOperator, values: readonly string[], expected: string];

const ALL: readonly Letters[] = ['a', 'b', 'c', 'd', 'e', 'f'];

const TEXTS: Readonly<Partial<Record<Letters, string>>> = {
  a: 'Alpha',
  b: 'alpha',
  c: 'beta',
  d: 'Über/%2F~',
  f: '10',
};
const TEXT_ROWS: readonly Row[] = [
  ['EQUAL', ['Alpha'], 'a'],
  ['EQUAL', ['alpha', 'beta'], 'bc'],
  ['EQUAL', ['ALPHA'], ''],
  ['EQUAL', [' Alpha'], ''],
  ['EQUAL', [''], ''],
  ['EQUAL', [], 'abcdef'],
  ['IEQUAL', ['ALPHA'], 'ab'],
  ['IEQUAL', [' über/%2f~ '], 'd'],
  ['IN', ['Alpha', '10', 'none'], 'af'],
  ['CONTAIN', ['LPH'], 'ab'],
  ['CONTAIN', ['%2f', 'et'], 'cd'],
  ['CONTAIN', ['*'], ''],
  ['CONTAIN', [''], 'abcdf'],
  ['START_WITH', ['AL'], 'ab'],
  ['START_WITH', ['b', 'ü'], 'cd'],
  ['START_WITH', [], 'abcdef'],
  ['END_WITH', ['A'], 'abc'],
  ['END_WITH', ['~', '0'], 'df'],
  ['EXISTS', [], 'abcdf'],
  ['EXISTS', ['ignored'], 'abcdf'],
  ['IS_NULL', [], 'e'],
  ['GREATER_THAN', ['alpha'], 'cd'],
  ['GREATER_THAN', ['alpha', 'zzz'], 'cd'],
  ['GREATER_THAN_OR_EQUAL_TO', ['alpha'], 'bcd'],
  ['LESS_THAN', ['Alpha'], 'f'],
  ['LESS_THAN_OR_EQUAL_TO', ['Alpha'], 'af'],
  ['BETWEEN', ['Alpha', 'alpha'], 'ab'],
  ['BETWEEN', ['b'], 'cd'],
  ['DESCENDANTS_INCL', ['Alpha'], 'a'],
  ['ANCESTORS_INCL', ['Alpha', 'beta'], 'ac'],
  ['RELATED_INCL', [], 'abcdef'],
];

const TAGS: Readonly<Partial<Record<Letters, readonly string[]>>> = {
  a: ['urn:li:tag:Legacy'],
  b: ['urn:li:tag:legacy', 'urn:li:tag:pii'],
  c: ['urn:li:tag:pii', 'urn:li:tag:a.b_c'],
  d: [],
};
const TAG_ROWS: readonly Row[] = [
  ['EQUAL', ['urn:li:tag:Legacy'], 'a'],
  ['EQUAL', ['urn:li:tag:pii'], 'bc'],
  ['IN', ['urn:li:tag:Legacy', 'urn:li:tag:a.b_c'], 'ac'],
  ['IEQUAL', ['URN:LI:TAG:LEGACY'], 'ab'],
  ['CONTAIN', ['TAG:P', '.b'], 'bc'],
  ['START_WITH', ['urn:li:tag:l'], 'ab'],
  ['END_WITH', ['II'], 'bc'],
  ['EXISTS', [], 'abc'],
  ['IS_NULL', [], 'def'],
  ['GREATER_THAN', ['urn:li:tag:legacy'], 'bc'],
  ['LESS_THAN', ['urn:li:tag:a'], 'a'],
  ['BETWEEN', ['urn:li:tag:a', 'urn:li:tag:b'], 'c'],
  ['DESCENDANTS_INCL', ['urn:li:tag:pii'], 'bc'],
  ['ANCESTORS_INCL', ['urn:li:tag:Legacy'], 'a'],
  ['RELATED_INCL', ['urn:li:tag:Legacy'], 'a'],
];

const NUMBERS: Readonly<Partial<Record<Letters, number>>> = { a: 0, b: 10, c: 30, d: 45, f: 1_000_000 };
const NUMBER_ROWS: readonly Row[] = [
  ['EQUAL', ['10'], 'b'],
  ['EQUAL', ['10.0', '3e1', '7'], 'bc'],
  ['EQUAL', ['-0'], 'a'],
  ['EQUAL', [], 'abcdef'],
  ['IEQUAL', ['45'], 'd'],
  ['IN', ['10', '1000000'], 'bf'],
  ['CONTAIN', ['1'], ''],
  ['START_WITH', ['1'], ''],
  ['END_WITH', ['0'], ''],
  ['EXISTS', [], 'abcdf'],
  ['IS_NULL', [], 'e'],
  ['GREATER_THAN', ['30'], 'df'],
  ['GREATER_THAN', ['9', '100'], 'bcdf'],
  ['GREATER_THAN_OR_EQUAL_TO', ['30'], 'cdf'],
  ['LESS_THAN', ['30'], 'ab'],
  ['LESS_THAN_OR_EQUAL_TO', ['30'], 'abc'],
  ['LESS_THAN', ['1e308'], 'abcdf'],
  ['BETWEEN', ['10', '45'], 'bcd'],
  ['BETWEEN', ['45', '10'], ''],
  ['BETWEEN', ['31'], 'df'],
  ['DESCENDANTS_INCL', ['10'], 'b'],
];

const DAYS: Readonly<Partial<Record<Letters, string>>> = {
  a: '1969-12-31',
  b: '2020-10-01',
  c: '2024-02-29',
  d: '2024-03-01',
};
const DAY_ROWS: readonly Row[] = [
  ['EQUAL', ['2020-10-01'], 'b'],
  ['EQUAL', ['1601510400000', '2024-02-29'], 'bc'],
  ['EQUAL', ['-86400000'], 'a'],
  ['IN', ['2024-03-01'], 'd'],
  ['CONTAIN', ['2024'], ''],
  ['EXISTS', [], 'abcd'],
  ['IS_NULL', [], 'ef'],
  ['GREATER_THAN', ['2024-02-29'], 'd'],
  ['GREATER_THAN_OR_EQUAL_TO', ['2024-02-29'], 'cd'],
  ['LESS_THAN', ['1601510400000'], 'a'],
  ['LESS_THAN_OR_EQUAL_TO', ['2020-10-01'], 'ab'],
  ['BETWEEN', ['2020-01-01', '2024-02-29'], 'bc'],
];

const FLAGS: Readonly<Partial<Record<Letters, boolean>>> = { a: true, b: false, c: true };
const FLAG_ROWS: readonly Row[] = [
  ['EQUAL', ['true'], 'ac'],
  ['EQUAL', ['TRUE'], 'ac'],
  ['EQUAL', ['false'], 'b'],
  ['EQUAL', ['true', 'false'], 'abc'],
  ['IEQUAL', ['True'], 'ac'],
  ['IN', ['false'], 'b'],
  ['EXISTS', [], 'abc'],
  ['IS_NULL', [], 'def'],
  ['GREATER_THAN', ['false'], 'ac'],
  ['LESS_THAN_OR_EQUAL_TO', ['false'], 'b'],
];

const TYPE_ROWS: readonly Row[] = [
  ['EQUAL', ['DATASET'], 'abcdef'],
  ['EQUAL', ['dataset'], 'abcdef'],
  ['IN', ['DATASET', 'TAG'], 'abcdef'],
  ['EQUAL', ['CHART'], ''],
  ['START_WITH', ['data'], 'abcdef'],
  ['EXISTS', [], 'abcdef'],
  ['IS_NULL', [], ''],
];

const URN_ROWS: readonly Row[] = [
  ['EQUAL', [urnOf('a'), urnOf('c')], 'ac'],
  ['IEQUAL', [urnOf('b').toUpperCase()], 'b'],
  ['IN', [urnOf('f'), 'urn:li:dataset:other'], 'f'],
  ['CONTAIN', ['TABLE_D'], 'd'],
  ['START_WITH', ['urn:li:dataset:(urn:li:dataPlatform:hive,table_e'], 'e'],
  ['END_WITH', ['table_a,prod)'], 'a'],
  ['EXISTS', [], 'abcdef'],
  ['IS_NULL', [], ''],
  ['GREATER_THAN', [urnOf('d')], 'ef'],
  ['GREATER_THAN_OR_EQUAL_TO', [urnOf('e')], 'ef'],
  ['LESS_THAN', [urnOf('b')], 'a'],
  ['BETWEEN', [urnOf('b'), urnOf('c')], 'bc'],
];

const UNKNOWN_ROWS: readonly Row[] = [
  ['EQUAL', ['x'], ''],
  ['CONTAIN', ['x'], ''],
  ['GREATER_THAN', ['x'], ''],
  ['EXISTS', [], ''],
  ['IS_NULL', [], 'abcdef'],
  ['EQUAL', [], 'abcdef'],
];

/** The rows that apply to each field. */
const FIELDS: readonly (readonly [field: string, rows: readonly Row[]])[] = [
  ['name', TEXT_ROWS],
  ['name.keyword', TEXT_ROWS],
  ['description', TEXT_ROWS],
  ['externalUrl', TEXT_ROWS],
  ['typeNames', TEXT_ROWS],
  ['structuredProperties.t.text', TEXT_ROWS],
  ['structuredProperties.t_text', TEXT_ROWS],
  ['structuredProperties.t.text.keyword', TEXT_ROWS],
  ['structuredProperties.t.rich', TEXT_ROWS],
  ['tags', TAG_ROWS],
  ['structuredProperties.t.urn', TAG_ROWS],
  ['activeIncidentPriorities', NUMBER_ROWS],
  ['structuredProperties.t.number', NUMBER_ROWS],
  ['createdAt', DAY_ROWS],
  ['structuredProperties.t.date', DAY_ROWS],
  ['materialized', FLAG_ROWS],
  ['_entityType', TYPE_ROWS],
  ['urn', URN_ROWS],
  ['noSuchField', UNKNOWN_ROWS],
  ['structuredProperties.no.such.property', UNKNOWN_ROWS],
];

let catalog: ReadingCatalog;

beforeAll(async () => {
  catalog = await ReadingCatalog.open();
  for (const [id, valueType] of [
    ['t.text', 'string'],
    ['t.rich', 'rich_text'],
    ['t.number', 'number'],
    ['t.date', 'date'],
    ['t.urn', 'urn'],
  ] as const) {
    await catalog.define(id, valueType);
  }
  for (const letter of ALL) await putDataset(letter);
});

afterAll(async () => {
  await catalog[Symbol.asyncDispose]();
});

describe('every operator on every kind of field', () => {
  describe.each(FIELDS)('%s', (field, rows) => {
    it.each(rows)('%s %j', async (operator, values, expected) => {
      const found = (negated: boolean): Promise<string> => letters(field, operator, values, negated);
      expect(await found(false)).toBe(expected);
      // An ignored criterion is ignored in either form.
      const isIgnored = values.length === 0 && operator !== 'EXISTS' && operator !== 'IS_NULL';
      const others = ALL.filter((letter) => !expected.includes(letter)).join('');
      expect(await found(true)).toBe(isIgnored ? expected : others);
    });
  });
});

describe('every operator', () => {
  it('has a row on texts', () => {
    const tried = new Set(TEXT_ROWS.map(([operator]) => operator));
    expect(
      FILTER_OPERATORS.filter((operator) => !tried.has(operator)),
      'add them to TEXT_ROWS',
    ).toEqual([]);
  });

  it('is in docs/search.md', () => {
    const page = readFileSync(new URL('../../docs/search.md', import.meta.url), 'utf8');
    expect(FILTER_OPERATORS.filter((operator) => !page.includes(`\`${operator}\``))).toEqual([]);
  });
});

async function letters(
  field: string,
  operator: FilterOperator,
  values: readonly string[],
  negated: boolean,
): Promise<string> {
  const found = new Set(await catalog.found({ filter: [[{ field, operator, values, negated }]] }));
  return ALL.filter((letter) => found.has(urnOf(letter))).join('');
}

function urnOf(letter: Letters): string {
  return `urn:li:dataset:(urn:li:dataPlatform:hive,table_${letter},PROD)`;
}

async function putDataset(letter: Letters): Promise<void> {
  const [text, number, day, flag, tags] = [
    TEXTS[letter],
    NUMBERS[letter],
    DAYS[letter],
    FLAGS[letter],
    TAGS[letter],
  ];
  const properties: JsonObject = {
    ...(text !== undefined && { name: text, description: text, externalUrl: text }),
    ...(day !== undefined && { created: { time: Date.parse(`${day}T00:00:00Z`) } }),
  };
  await catalog.put(urnOf(letter), {
    datasetProperties: properties,
    ...(text !== undefined && { subTypes: { typeNames: [text] } }),
    ...(tags !== undefined && { globalTags: { tags: tags.map((tag) => ({ tag })) } }),
    ...(flag !== undefined && {
      viewProperties: { materialized: flag, viewLogic: 'x', viewLanguage: 'SQL' },
    }),
    ...(number !== undefined && {
      incidentsSummary: {
        activeIncidentDetails: [{ urn: 'urn:li:incident:i', type: 'T', priority: number }],
      },
    }),
  });
  await catalog.assign(urnOf(letter), {
    ...(text !== undefined && { 't.text': [text], 't.rich': [text] }),
    ...(number !== undefined && { 't.number': [number] }),
    ...(day !== undefined && { 't.date': [day] }),
    ...(tags !== undefined && tags.length > 0 && { 't.urn': tags }),
  });
}
