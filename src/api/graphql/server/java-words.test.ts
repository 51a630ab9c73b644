import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { inJavaWords, variableInJavaWords } from './java-words.ts';

const schema = buildSchema(`
  input I { a: Int!, l: [I!] }
  enum E { X }
  type Query { q(n: Int!, i: I, e: E): Q other(n: Int): Q }
  type Q { q(l: [Int!]): Q n: Int }
  type P { n: Int }
`);

/** The messages, without the text of graphql-js. */
function said(query: string): string[] {
  const document = parse(query);
  const errors = validate(schema, document);
  return inJavaWords(schema, document, errors).map(({ message }, i) => {
    const js = errors[i]?.message ?? '';
    expect(message.endsWith(js)).toBe(true);
    return message.slice(0, -js.length).replace(/\. $/, '');
  });
}

describe('inJavaWords', () => {
  it.each([
    ['{ x }', "(FieldUndefined@[x]) : Field 'x' in type 'Query' is undefined"],
    ['{ other { q { x } } }', "(FieldUndefined@[other/q/x]) : Field 'x' in type 'Q' is undefined"],
    [
      '{ other { ...f } } fragment f on Q { x }',
      "(FieldUndefined@[f/x]) : Field 'x' in type 'Q' is undefined",
    ],
    ['query a($v: Nope) { other(n: $v) { n } }', "(UnknownType) : Unknown type 'Nope'"],
    ['{ other { ... on Nope { n } } }', "(UnknownType@[other]) : Unknown type 'Nope'"],
    ['{ other(x: 1) { n } }', "(UnknownArgument@[other]) : Unknown field argument 'x'"],
    ['{ other @nope { n } }', "(UnknownDirective@[other]) : Unknown directive 'nope'"],
    ['{ other @skip(if: true, x: 1) { n } }', "(UnknownDirective@[other]) : Unknown directive argument 'x'"],
    ['{ other @skip { n } }', "(MissingDirectiveArgument@[other]) : Missing directive argument 'if'"],
    ['query @skip(if: true) { other { n } }', "(MisplacedDirective) : Directive 'skip' not allowed here"],
    ['{ q { n } }', "(MissingFieldArgument@[q]) : Missing field argument 'n'"],
    ['{ other }', "(SubselectionRequired@[other]) : Subselection required for type 'Q' of field 'other'"],
    [
      '{ other { n { n } } }',
      "(SubselectionNotAllowed@[other/n]) : Subselection not allowed on leaf type 'Int' of field 'n'",
    ],
    ['{ other { ...f } }', "(UndefinedFragment@[other]) : Undefined fragment 'f'"],
    ['{ other { n } } fragment f on Q { n }', "(UnusedFragment) : Unused fragment 'f'"],
    ['{ other { ...f } } fragment f on Q { ...f }', '(FragmentCycle@[f]) : Fragment cycles not allowed'],
    [
      '{ other { ... on P { n } } }',
      "(InvalidFragmentType@[other]) : Fragment cannot be spread here as objects of type 'Q' can never be of type 'P'",
    ],
    ['{ other(n: $v) { n } }', "(UndefinedVariable@[other]) : Undefined variable 'v'"],
    ['query a($v: Int) { other { n } }', "(UnusedVariable) : Unused variable 'v'"],
    [
      'query a($v: String) { other(n: $v) { n } }',
      "(VariableTypeMismatch@[other]) : Variable 'v' of type 'String' used in position expecting type 'Int'",
    ],
    ['{ a: other { n } a: q(n: 1) { n } }', "(FieldsConflict) : 'a' : 'other' and 'q' are different fields"],
    ['{ other { n } other(n: 1) { n } }', "(FieldsConflict) : 'other' : fields have different arguments"],
    [
      '{ other { n } } query a { other { n } }',
      '(LoneAnonymousOperationViolation) : Anonymous operation with other operations',
    ],
    [
      '{ q(n: 1, i: { a: 1, b: 2 }) { n } }',
      "(WrongType@[q]) : argument 'i' with value '{ a: 1, b: 2 }' contains a field not in 'I': 'b'",
    ],
    [
      '{ q(n: 1, i: { a: 1, l: [{}] }) { n } }',
      "(WrongType@[q]) : argument 'i.l[0]' with value '{  }' is missing required fields '[a]'",
    ],
    ['{ q(n: null) { n } }', "(WrongType@[q]) : argument 'n' with value 'null' must not be null"],
    ['{ q(n: 1, i: 3) { n } }', "(WrongType@[q]) : argument 'i' with value '3' must be an object type"],
    ['{ q(n: 1, e: Y) { n } }', "(WrongType@[q]) : argument 'e' with value 'Y' is not a valid 'E'"],
    [
      '{ other { q(l: [1, "x"]) { n } } }',
      `(WrongType@[other/q]) : argument 'l[1]' with value '"x"' is not a valid 'Int'`,
    ],
  ])('%s', (query, expected) => {
    expect(said(query)).toEqual([`Validation error ${expected}`]);
  });

  it('keeps messages for which graphql-java has no words', () => {
    expect(said('query a($v: Int = "x") { other(n: $v) { n } }')).toEqual(['']);
  });
});

describe('the field of an error', () => {
  const fieldsOf = (query: string) => {
    const document = parse(query);
    return inJavaWords(schema, document, validate(schema, document)).map(({ field }) => field);
  };

  it.each([
    ['{ q(n: "x") { n } }', 'n'],
    ['{ q { n } }', 'n'],
    ['{ q(n: 1, x: 1) { n } }', 'x'],
    ['{ q(n: 1, i: { a: "x" }) { n } }', 'a'],
    ['{ q(n: 1, i: { a: 1, l: [{ a: 1 }, { a: "x" }] }) { n } }', 'l[1].a'],
    ['{ q(n: 1, i: { a: 1, l: [{ x: 1, a: 1 }] }) { n } }', 'l[0].x'],
    ['{ q(n: 1, i: { l: [] }) { n } }', 'a'],
    ['{ q(n: 1, i: 3) { n } }', 'i'],
    ['{ x }', undefined],
  ])('%s is %s', (query, field) => {
    expect(fieldsOf(query)).toEqual([field]);
  });

  it.each([
    ['Variable "$i" has invalid value at .l[1].a: Int cannot represent non-integer value: "x"', 'l[1].a'],
    [
      'Variable "$i" has invalid value at .l[0]: Expected value of type "I" to include required field "a", found: {}.',
      'l[0].a',
    ],
    ['Variable "$i" has invalid value: Expected a value of non-null type "I!" to be provided.', 'i'],
    ['Must provide operation name if query contains multiple operations.', undefined],
  ])('of a variable: %s', (message, field) => {
    expect(variableInJavaWords(message).field).toBe(field);
  });
});
