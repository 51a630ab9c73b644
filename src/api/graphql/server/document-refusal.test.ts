import { buildSchema, getVariableValues, parse, validate, type OperationDefinitionNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { documentRefusal } from './document-refusal.ts';
import { inJavaWords, variableInJavaWords } from './java-words.ts';

const schema = buildSchema(`
  input I { a: Int!, l: [I!], e: E }
  enum E { RED GREEN }
  type Query { q(n: Int!, i: I, e: E, s: String, b: Boolean, f: Float, id: ID): Q other(n: Int): Q }
  type Q { n: Int }
`);

function refusalOf(query: string) {
  const document = parse(query);
  const errors = validate(schema, document);
  const [shown] = inJavaWords(schema, document, errors);
  return documentRefusal(errors[0]?.message ?? '', { name: shown?.field, schema });
}

function refusalOfVariable(variables: Readonly<Record<string, unknown>>) {
  const document = parse(
    'query ($n: Int!, $i: I, $e: E, $s: String, $b: Boolean, $f: Float, $id: ID) { q(n: $n, i: $i, e: $e, s: $s, b: $b, f: $f, id: $id) { n } }',
  );
  const [operation] = document.definitions as readonly OperationDefinitionNode[];
  const { errors = [] } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables);
  const message = errors[0]?.message ?? '';
  return documentRefusal(message, { name: variableInJavaWords(message).field, schema });
}

describe('the refusal of a document', () => {
  it.each([
    ['{ q(n: "x") { n } }', 'INPUT_VALUE', { name: 'n', value: '"x"', type: 'Int' }],
    [
      '{ q(n: 99999999999) { n } }',
      'INPUT_RANGE',
      { name: 'n', value: '99999999999', least: -2147483648, most: 2147483647 },
    ],
    ['{ q(n: 1, e: BLUE) { n } }', 'INPUT_CHOICE', { name: 'e', value: 'BLUE', allowed: ['RED', 'GREEN'] }],
    ['{ q(n: 1, e: "RED") { n } }', 'INPUT_CHOICE', { name: 'e', value: 'RED', allowed: ['RED', 'GREEN'] }],
    [
      '{ q(n: 1, i: { a: 1, e: BLUE }) { n } }',
      'INPUT_CHOICE',
      { name: 'e', value: 'BLUE', allowed: ['RED', 'GREEN'] },
    ],
    ['{ q(n: 1, i: { a: 1, ll: [] }) { n } }', 'INPUT_UNKNOWN', { name: 'll', closest: 'l' }],
    ['{ q(n: 1, i: {}) { n } }', 'INPUT_MISSING', { name: 'a' }],
    ['{ q(n: 1, i: 3) { n } }', 'INPUT_VALUE', { name: 'i', value: '3', type: 'I' }],
    ['{ q(n: null) { n } }', 'INPUT_MISSING', { name: 'n' }],
    ['{ q { n } }', 'INPUT_MISSING', { name: 'n' }],
    ['{ q(n: 1, nn: 2) { n } }', 'INPUT_UNKNOWN', { name: 'nn', closest: 'n' }],
    ['{ othr { n } }', 'DOCUMENT_FIELD_UNKNOWN', { name: 'othr', type: 'Query', closest: 'other' }],
    ['query ($v: String) { q(n: $v) { n } }', 'INPUT_VALUE', { name: 'v', value: 'String', type: 'Int!' }],
    ['query ($v: Nope) { other(n: $v) { n } }', 'DOCUMENT_UNFIT', { name: 'Nope' }],
    ['{ other }', 'DOCUMENT_UNFIT', { name: 'other' }],
  ])('%s is %s', (query, kind, data) => {
    expect(refusalOf(query)).toEqual({ kind, data });
  });

  it.each([
    [{}, 'INPUT_MISSING', { name: 'n' }],
    [{ n: null }, 'INPUT_MISSING', { name: 'n' }],
    [{ n: 'x' }, 'INPUT_VALUE', { name: 'n', value: '"x"', type: 'Int' }],
    [{ n: 1, e: 'BLUE' }, 'INPUT_CHOICE', { name: 'e', value: 'BLUE', allowed: ['RED', 'GREEN'] }],
    [{ n: 1, e: 7 }, 'INPUT_CHOICE', { name: 'e', value: '7', allowed: ['RED', 'GREEN'] }],
    [{ n: 1, s: 1 }, 'INPUT_VALUE', { name: 's', value: '1', type: 'String' }],
    [{ n: 1, b: 'x' }, 'INPUT_VALUE', { name: 'b', value: '"x"', type: 'Boolean' }],
    [{ n: 1, id: 1.5 }, 'INPUT_VALUE', { name: 'id', value: '1.5', type: 'ID' }],
    [{ n: 1, i: { a: 1, l: [{ a: 'x' }] } }, 'INPUT_VALUE', { name: 'l[0].a', value: '"x"', type: 'Int' }],
    [{ n: 1, i: { a: 1, ll: 1 } }, 'INPUT_UNKNOWN', { name: 'll', closest: 'l' }],
    [{ n: 1, i: { l: [] } }, 'INPUT_MISSING', { name: 'a' }],
  ])('variables %j are %s', (variables, kind, data) => {
    expect(refusalOfVariable(variables)).toEqual({ kind, data });
  });

  it('bounds what it quotes', () => {
    const value = refusalOfVariable({ n: 'x'.repeat(10_000) }).data?.['value'];
    expect(String(value)).toHaveLength(61);
  });
});
