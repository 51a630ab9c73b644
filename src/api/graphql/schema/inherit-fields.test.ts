import { buildASTSchema, lexicographicSortSchema, parse, printSchema, validateSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { inheritFields } from './inherit-fields.ts';

/** The printed schema, in alphabetical order. */
function printed(text: string): string {
  const schema = buildASTSchema(inheritFields(parse(text)), { assumeValidSDL: true });
  expect(validateSchema(schema)).toEqual([]);
  return printSchema(lexicographicSortSchema(schema));
}

/** The printed schema of an SDL text that declares every field, in alphabetical order. */
function plain(text: string): string {
  return printSchema(lexicographicSortSchema(buildASTSchema(parse(text))));
}

const QUERY = 'type Query { any: Thing }';

describe('inheritFields', () => {
  it('adds fields with descriptions, arguments and deprecations', () => {
    const field = '"How many." size("Unit." unit: String = "m"): Int @deprecated(reason: "Measure it.")';
    expect(printed(`interface Sized { ${field} } type Thing implements Sized { urn: ID } ${QUERY}`)).toBe(
      plain(`interface Sized { ${field} } type Thing implements Sized { urn: ID ${field} } ${QUERY}`),
    );
  });

  it('keeps a field that a type or its extension declares', () => {
    expect(
      printed(
        `interface Sized { size: Int "Shared." unit: Int } type Thing implements Sized { "Own." size: Int! }
        extend type Thing { "Extended." unit: Int } ${QUERY}`,
      ),
    ).toBe(
      plain(
        `interface Sized { size: Int "Shared." unit: Int }
        type Thing implements Sized { "Own." size: Int! "Extended." unit: Int } ${QUERY}`,
      ),
    );
  });

  it('adds fields that interfaces inherit or extensions add', () => {
    expect(
      printed(
        `interface Node { urn: ID } interface Sized implements Node { size: Int } extend interface Sized { unit: Int }
        type Thing { name: String } extend type Thing implements Sized ${QUERY}`,
      ),
    ).toBe(
      plain(
        `interface Node { urn: ID } interface Sized implements Node { urn: ID size: Int unit: Int }
        type Thing implements Node & Sized { urn: ID size: Int unit: Int name: String } ${QUERY}`,
      ),
    );
  });

  it('prefers a field that an interface declares to one that it inherits', () => {
    const schema = printed(
      `interface Node { "Any." size: Int } interface Sized implements Node { "Own." size: Int! }
      type Thing implements Sized ${QUERY}`,
    );
    expect(schema).toContain('type Thing implements Node & Sized {\n  """Own."""\n  size: Int!\n}');
  });
});
