import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { withBooleanTexts } from './boolean-texts.ts';

const schema = buildSchema(`
  type Query { a(flag: Boolean, filters: [F!], text: String): Int }
  input F { negated: Boolean, values: [String!], inner: F, flags: [Boolean!] }
`);
const document = parse('query q($flag: Boolean!, $filters: [F!], $text: String, $unknown: None) { a }');

describe('withBooleanTexts', () => {
  it('changes texts where a Boolean is expected, and nowhere else', () => {
    const variables = {
      flag: 'true',
      text: 'true',
      unknown: 'false',
      undeclared: 'true',
      filters: [
        { negated: 'false', values: ['true', 'false'], inner: { negated: 'true' }, flags: ['true', false] },
      ],
    };
    expect(withBooleanTexts(schema, document, variables)).toEqual({
      flag: true,
      text: 'true',
      unknown: 'false',
      undeclared: 'true',
      filters: [
        { negated: false, values: ['true', 'false'], inner: { negated: true }, flags: [true, false] },
      ],
    });
  });

  it('leaves invalid values for GraphQL to reject', () => {
    const variables = { flag: 'yes', filters: ['true', null, { negated: 'TRUE', extra: 'true' }] };
    expect(withBooleanTexts(schema, document, variables)).toEqual(variables);
  });

  it('returns variables without such texts unchanged', () => {
    const variables = { filters: [{ values: ['x'] }] };
    expect(withBooleanTexts(schema, document, variables)).toBe(variables);
  });
});
