import fc from 'fast-check';
import { getIntrospectionQuery, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, brokenCost, brokenShape } from './limits.ts';

function nested(depth: number): string {
  return `${'{ a '.repeat(depth)}${'}'.repeat(depth)}`;
}

describe('limits of the shape', () => {
  it('admit a full introspection', () => {
    const query = getIntrospectionQuery({
      descriptions: true,
      schemaDescription: true,
      inputValueDeprecation: true,
    });
    expect(brokenShape(parse(query), DEFAULT_LIMITS)).toBeUndefined();
    expect(brokenCost(parse(query), {}, DEFAULT_LIMITS)).toBeUndefined();
  });

  it('name the depth, the limit and the remedy', () => {
    const limits = { ...DEFAULT_LIMITS, depth: 5 };
    expect(brokenShape(parse(nested(5)), limits)).toBeUndefined();
    expect(brokenShape(parse(nested(6)), limits)).toHaveProperty(
      'message',
      'The query is nested 6 levels deep; the limit is 5. Split it into several queries.',
    );
  });

  it('count aliases in fragments wherever they are spread', () => {
    const limits = { ...DEFAULT_LIMITS, aliases: 5 };
    const query = (spreads: number): string =>
      `{ ${'x { ...F } '.repeat(spreads)} } fragment F on T { a: f b: f c: f }`;
    expect(brokenShape(parse(query(1)), limits)).toBeUndefined();
    expect(brokenShape(parse(query(2)), limits)?.message).toContain('6 aliases; the limit is 5');
  });

  it('terminate on cyclic and missing fragments', () => {
    expect(
      brokenShape(
        parse('{ ...A ...None } fragment A on T { a { ...B } } fragment B on T { b { ...A } }'),
        DEFAULT_LIMITS,
      ),
    ).toBeUndefined();
  });

  it('measure each of many nested fragments once', () => {
    const levels = Array.from(
      { length: 40 },
      (_, i) => `fragment F${i} on T { a: x { ...F${i + 1} } b: x { ...F${i + 1} } }`,
    );
    const query = `{ ...F0 } ${levels.join(' ')} fragment F40 on T { x }`;
    expect(brokenShape(parse(query), { ...DEFAULT_LIMITS, depth: 1000 })?.message).toContain('aliases');
  });

  it('hold for any nesting', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (depth, limit) => {
        const broken = brokenShape(parse(nested(depth)), { ...DEFAULT_LIMITS, depth: limit });
        expect(broken === undefined).toBe(depth <= limit);
      }),
    );
  });
});

describe('limit of the response', () => {
  const page = (count: string): string =>
    `query q($n: Int, $input: I) { scroll(input: {query: "*", count: ${count}}) { hits { entity { urn type name } } } }`;

  it('admits pages of 5,000 with many fields', () => {
    const fields = Array.from({ length: 100 }, (_, i) => `f${i}`).join(' ');
    const query = `{ scroll(input: {query: "*", count: 5000}) { hits { entity { ${fields} } } } }`;
    expect(brokenCost(parse(query), {}, DEFAULT_LIMITS)).toBeUndefined();
  });

  it('counts page sizes in literals, in variables, in input variables and by default', () => {
    const limits = { ...DEFAULT_LIMITS, cost: 100 };
    expect(brokenCost(parse(page('20')), {}, limits)).toHaveProperty(
      'message',
      'The response may have 101 fields; the limit is 100. Select fewer fields or request smaller pages.',
    );
    expect(brokenCost(parse(page('19')), {}, limits)).toBeUndefined();
    expect(brokenCost(parse(page('$n')), { n: 20 }, limits)?.message).toContain('101 fields');
    expect(brokenCost(parse(page('$n')), {}, limits)).toBeUndefined();
    const withDefault = parse(page('$n').replace('$n: Int', '$n: Int = 20'));
    expect(brokenCost(withDefault, {}, limits)?.message).toContain('101 fields');
    expect(brokenCost(withDefault, { n: 19 }, limits)).toBeUndefined();
    const whole = parse('query q($input: I) { scroll(input: $input) { hits { entity { urn type name } } } }');
    expect(brokenCost(whole, { input: { query: '*', count: 20 } }, limits)?.message).toContain('101 fields');
    expect(brokenCost(whole, { input: { query: '*' } }, limits)).toBeUndefined();
  });

  it('counts the elements of urns', () => {
    const limits = { ...DEFAULT_LIMITS, cost: 5 };
    expect(brokenCost(parse('{ entities(urns: ["a", "b"]) { urn type } }'), {}, limits)).toBeUndefined();
    expect(
      brokenCost(parse('{ entities(urns: ["a", "b", "c"]) { urn type } }'), {}, limits)?.message,
    ).toContain('7 fields');
    const query = parse('query q($urns: [String!]!) { entities(urns: $urns) { urn type } }');
    expect(brokenCost(query, { urns: ['a', 'b', 'c'] }, limits)?.message).toContain('7 fields');
  });

  it('admits few histories of whole entities', () => {
    const blames = (count: number): string =>
      Array.from(
        { length: count },
        (_, i) =>
          `b${i}: getSchemaBlame(input: $i) { schemaFieldBlameList { fieldPath schemaFieldChange { versionStamp } } }`,
      ).join(' ');
    expect(brokenCost(parse(`{ ${blames(20)} }`), {}, DEFAULT_LIMITS)).toBeUndefined();
    expect(brokenCost(parse(`{ ${blames(200)} }`), {}, DEFAULT_LIMITS)?.message).toContain(
      'the limit is 5000000',
    );
    for (const field of ['getTimeline', 'getSchemaVersionList']) {
      expect(
        brokenCost(parse(`{ ${field} { a } }`), {}, { ...DEFAULT_LIMITS, cost: 20_000 })?.message,
      ).toContain('20001 fields');
    }
  });

  it('does not treat members of Object.prototype as variables', () => {
    expect(
      brokenCost(parse('query q($constructor: Int) { a(count: $constructor) { b } }'), {}, DEFAULT_LIMITS),
    ).toBeUndefined();
  });
});
