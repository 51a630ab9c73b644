import { buildSchema, getOperationAST, parse, type OperationDefinitionNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { withScalarTexts } from './scalar-texts.ts';

const schema = buildSchema(`
  scalar Long
  type Query { a(flag: Boolean, filters: [F!], text: String): Int }
  input F { negated: Boolean, values: [String!], inner: F, flags: [Boolean!], start: Int, sizes: [Float!], at: Long }
`);
const operation = operationIn(
  'query q($flag: Boolean!, $filters: [F!], $text: String, $n: [Int!], $unknown: None) { a }',
);

function operationIn(text: string, name?: string): OperationDefinitionNode {
  const operation = getOperationAST(parse(text), name);
  if (!operation) throw new Error(`There is no such operation in ${text}.`);
  return operation;
}

describe('withScalarTexts', () => {
  it('converts strings only where a Boolean is expected', () => {
    const variables = {
      flag: 'true',
      text: 'true',
      unknown: 'false',
      undeclared: 'true',
      filters: [
        { negated: 'false', values: ['true', 'false'], inner: { negated: 'true' }, flags: ['true', false] },
      ],
    };
    expect(withScalarTexts(schema, operation, variables)).toEqual({
      flag: true,
      text: 'true',
      unknown: 'false',
      undeclared: 'true',
      filters: [
        { negated: false, values: ['true', 'false'], inner: { negated: true }, flags: [true, false] },
      ],
    });
  });

  it('converts strings where a number is expected, also in lists and input objects', () => {
    const inner = { start: '0', sizes: ['1.5', 2, '-1e3'], at: '1700000000000', values: ['7'] };
    const variables = { n: ['1', 2], text: '3', filters: [{ inner }] };
    expect(withScalarTexts(schema, operation, variables)).toEqual({
      n: [1, 2],
      text: '3',
      filters: [{ inner: { start: 0, sizes: [1.5, 2, -1000], at: 1_700_000_000_000, values: ['7'] } }],
    });
    expect(withScalarTexts(schema, operation, { n: '5' })).toEqual({ n: 5 });
  });

  it('leaves invalid values for GraphQL to reject', () => {
    const variables = {
      flag: 'yes',
      n: ['', 'many', '0x10', 'Infinity', 'true', '30d'],
      filters: ['true', null, { negated: 'TRUE', extra: 'true', start: 'false' }],
    };
    expect(withScalarTexts(schema, operation, variables)).toEqual(variables);
  });

  it('refuses numbers that a double cannot represent exactly', () => {
    const variables = { filters: [{ at: '9007199254740993' }] };
    expect(() => withScalarTexts(schema, operation, variables)).toThrow(
      'The number 9007199254740993 would be rounded to 9007199254740992',
    );
    expect(() => withScalarTexts(schema, operation, { n: '1e400' })).toThrow('1e400 is too large');
  });

  it('returns variables without such texts unchanged', () => {
    const variables = { filters: [{ values: ['x'] }] };
    expect(withScalarTexts(schema, operation, variables)).toBe(variables);
  });
});
