import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { rootFieldNames } from './root-fields.ts';

describe('names of root fields', () => {
  it.each([
    ['{ a: me { b } search { c } again: me { d } }', undefined, ['me', 'search']],
    ['query a { x } mutation b { y { z } }', 'b', ['y']],
    ['query a { x } mutation b { y }', undefined, []],
    ['query a { x }', 'c', []],
    [
      '{ ...f ... on Query { b ...f } } fragment f on Query { c ...g } fragment g on Query { ...f d }',
      undefined,
      ['c', 'b', 'd'],
    ],
    ['{ ...missing }', undefined, []],
  ] as const)('of %s as %s are %j', (text, operationName, expected) => {
    expect(rootFieldNames(parse(text), operationName)).toEqual(expected);
  });
});
