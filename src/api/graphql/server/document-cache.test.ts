import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { DocumentCache } from './document-cache.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const schema = buildSchema('type Query { a(n: Float): Q } type Q { a: Q n: Int } type Mutation { m: Int }');

function check(text: string, limits = {}): ReturnType<DocumentCache['check']> {
  return new DocumentCache(schema, { ...DEFAULT_LIMITS, ...limits }).check(text);
}

describe('DocumentCache', () => {
  it('parses and validates', () => {
    expect(check('{ a { n } }')).toMatchObject({ isMutation: false });
    expect(check('mutation { m }')).toMatchObject({ isMutation: true });
  });

  it('distinguishes syntax errors from validation errors', () => {
    expect(check('{ a')).toEqual({
      errors: [
        {
          message: expect.stringContaining('Syntax Error') as string,
          locations: [{ line: 1, column: 4 }],
          extensions: {
            classification: 'InvalidSyntax',
            problems: [
              expect.objectContaining({ kind: 'DOCUMENT_INVALID', data: { line: 1, column: 4 } }) as object,
            ],
          },
        },
      ],
    });
    expect(check('{ nope }')).toEqual({
      errors: [
        {
          message:
            "Validation error (FieldUndefined@[nope]) : Field 'nope' in type 'Query' is undefined. " +
            'Cannot query field "nope" on type "Query".',
          locations: [{ line: 1, column: 3 }],
          extensions: {
            classification: 'ValidationError',
            problems: [
              expect.objectContaining({
                kind: 'DOCUMENT_FIELD_UNKNOWN',
                data: { name: 'nope', type: 'Query', closest: '' },
              }) as object,
            ],
          },
        },
      ],
    });
  });

  it('rejects an alias that is no key of an object', () => {
    expect(check('{ a { __proto__: n } }')).toMatchObject({
      errors: [
        {
          message: expect.stringContaining(
            "The alias '__proto__' is reserved. Choose another one.",
          ) as string,
          locations: [{ line: 1, column: 7 }],
        },
      ],
    });
  });

  it('names the limits that it enforces', () => {
    const refusal = (message: string): object => ({
      errors: [expect.objectContaining({ message: expect.stringContaining(message) as string })],
    });
    expect(check('{ a { n } }', { tokens: 4 })).toEqual(refusal('The query has more than 4 tokens.'));
    expect(check('{ a { a { n } } }', { depth: 2 })).toEqual(refusal('the limit is 2'));
    expect(check('{ x: a { n } }', { aliases: 0 })).toEqual(refusal('1 aliases; the limit is 0'));
  });

  it('rejects queries that would take too long to validate', () => {
    expect(check(`{ ${'a { n } '.repeat(3000)} }`)).toEqual({
      errors: [
        expect.objectContaining({ message: expect.stringContaining('Select each field once') as string }),
      ],
    });
  });

  it('rejects queries that would exhaust the stack', () => {
    const levels = 50_000;
    const text = `${'{ a '.repeat(levels)}${'}'.repeat(levels)}`;
    expect(check(text, { tokens: 10_000_000 })).toEqual({
      errors: [expect.objectContaining({ message: expect.stringMatching(/nested/) as string })],
    });
  });

  it('rejects numbers that would be rounded', () => {
    for (const number of ['9007199254740993', '9.007199254740993e15']) {
      expect(check(`{ a(n: ${number}) { n } }`)).toEqual({
        errors: [
          expect.objectContaining({
            message: expect.stringContaining(`${number} would be rounded`) as string,
          }),
        ],
      });
    }
    expect(check('{ a(n: 9007199254740992) { n } }')).toMatchObject({ isMutation: false });
  });

  it('keeps the most recently used documents', () => {
    const cache = new DocumentCache(schema, { ...DEFAULT_LIMITS, cachedDocuments: 2 });
    const first = cache.check('{ a { n } }');
    cache.check('{ b: a { n } }');
    expect(cache.check('{ a { n } }')).toBe(first);
    cache.check('{ c: a { n } }');
    expect(cache.check('{ a { n } }')).toBe(first);
    const second = cache.check('{ b: a { n } }');
    expect(cache.check('{ b: a { n } }')).toBe(second);
    expect(cache.check('{ c: a { n } }')).not.toBe(first);
  });
});
