import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '../../../test/support/effort.ts';
import { parseDefinition, type PropertyDefinition } from '../structured-property.ts';
import { parseUrn } from '../urn.ts';
import { effectiveValues, type Ancestry, type Holder, type Inheritance } from './inheritance.ts';

function definition(cardinality: string, allowed: readonly string[]): PropertyDefinition {
  return parseDefinition({
    qualifiedName: 'p',
    valueType: 'urn:li:dataType:datahub.string',
    cardinality,
    entityTypes: [],
    ...(allowed.length > 0 && { allowedValues: allowed.map((string) => ({ value: { string } })) }),
  });
}

function holder(name: string, values: readonly string[], isVisible = true): Holder {
  return {
    urn: parseUrn(`urn:li:container:${name}`),
    values: values.map((string) => ({ string })),
    isVisible,
  };
}

const ORDER = ['strict', 'middle', 'lax'];
const SINGLE = definition('SINGLE', ORDER);
const MULTIPLE = definition('MULTIPLE', []);
const NEAREST: Inheritance = { from: ['container', 'domain'], resolve: 'NEAREST' };
const STRICTEST: Inheritance = { ...NEAREST, resolve: 'STRICTEST' };
const NOTHING: Ancestry = { own: undefined, above: {} };

/** The value in the form `value < source`. */
function effective(of: PropertyDefinition, inheritance: Inheritance, ancestry: Ancestry): string | undefined {
  const found = effectiveValues(of, inheritance, ancestry);
  if (found === undefined) return undefined;
  const values = found.values.map((value) => ('string' in value ? value.string : value.double));
  return [values.join(), ...found.sources.map((urn) => urn.replace(/.*:/, ''))].join(' < ');
}

const above = { container: [[holder('schema', ['lax']), holder('database', ['strict'])]] };

describe('the nearest value', () => {
  it('is the own one, even an empty one', () => {
    expect(effective(SINGLE, NEAREST, { own: holder('t', ['middle']), above })).toBe('middle');
    expect(effective(SINGLE, NEAREST, { own: holder('t', ['']), above })).toBe('');
  });

  it('is else that of the nearest ancestor, type by type', () => {
    expect(effective(SINGLE, NEAREST, NOTHING)).toBeUndefined();
    const domain = [[holder('d', ['middle'])]];
    expect(effective(SINGLE, NEAREST, { own: undefined, above: { ...above, domain } })).toBe('lax < schema');
    expect(effective(SINGLE, NEAREST, { own: undefined, above: { container: [[]], domain } })).toBe(
      'middle < d',
    );
    const reversed: Inheritance = { ...NEAREST, from: ['domain', 'container'] };
    expect(effective(SINGLE, reversed, { own: undefined, above: { ...above, domain } })).toBe('middle < d');
    expect(effective(SINGLE, { ...NEAREST, from: ['domain'] }, { own: undefined, above })).toBeUndefined();
  });

  it('of several domains is the union, or the first allowed one', () => {
    const domain = [[holder('a', ['lax']), holder('top', ['strict'])], [holder('b', ['middle'])]];
    expect(effective(SINGLE, NEAREST, { own: undefined, above: { domain } })).toBe('middle < b');
    expect(effective(MULTIPLE, NEAREST, { own: undefined, above: { domain } })).toBe('lax,middle < a < b');
  });

  it('of a column is that of its table before its own ancestors', () => {
    const table: Ancestry = { own: undefined, above };
    const domain = [[holder('d', ['strict'])]];
    expect(effective(SINGLE, NEAREST, { own: undefined, table, above: { domain } })).toBe('lax < schema');
    const valued = { ...table, own: holder('t', ['middle']) };
    expect(effective(SINGLE, NEAREST, { own: undefined, table: valued, above: {} })).toBe('middle < t');
    expect(effective(SINGLE, NEAREST, { own: undefined, table: NOTHING, above: { domain } })).toBe(
      'strict < d',
    );
  });

  it('does not exist if its source is hidden', () => {
    const container = [[holder('schema', ['lax'], false), holder('database', ['strict'])]];
    expect(effective(SINGLE, NEAREST, { own: undefined, above: { container } })).toBeUndefined();
  });
});

describe('the strictest value', () => {
  it('is the first allowed one of own and all ancestors', () => {
    expect(effective(SINGLE, STRICTEST, { own: holder('t', ['middle']), above })).toBe('strict < database');
    expect(effective(SINGLE, STRICTEST, { own: holder('t', ['strict']), above })).toBe('strict');
    const table: Ancestry = { own: holder('t', ['middle']), above: {} };
    expect(effective(SINGLE, STRICTEST, { own: undefined, table, above: {} })).toBe('middle < t');
    expect(effective(SINGLE, STRICTEST, NOTHING)).toBeUndefined();
  });

  it('is a value that is allowed no longer only if it is the own one, and there is no other', () => {
    const container = [[holder('schema', ['former'])]];
    expect(effective(SINGLE, STRICTEST, { own: undefined, above: { container } })).toBeUndefined();
    expect(effective(SINGLE, STRICTEST, { own: holder('t', ['former']), above: { container } })).toBe(
      'former',
    );
    expect(effective(SINGLE, STRICTEST, { own: holder('t', ['former']), above })).toBe('strict < database');
  });
});

const holders = fc.array(
  fc.record({ values: fc.subarray(ORDER, { minLength: 1, maxLength: 1 }), isVisible: fc.boolean() }),
  { maxLength: 3 },
);
const chains = fc
  .record({
    container: fc.array(holders, { maxLength: 1 }),
    domain: fc.array(holders, { maxLength: 3 }),
  })
  .map(({ container, domain }) => {
    const named = (type: string, all: typeof domain): Holder[][] =>
      all.map((chain, i) =>
        chain.map(({ isVisible, values }, j) => holder(`${type}-${i}-${j}`, values, isVisible)),
      );
    return { container: named('c', container), domain: named('d', domain) };
  });

describe('hiding holders', () => {
  it.each([
    ['NEAREST', SINGLE],
    ['NEAREST', MULTIPLE],
    ['STRICTEST', SINGLE],
  ] as const)('shows no value that is not there without hiding: %s', (resolve, of) => {
    fc.assert(
      fc.property(chains, (given) => {
        const shown = Object.fromEntries(
          Object.entries(given).map(([type, all]) => [
            type,
            all.map((chain) => chain.map((one) => ({ ...one, isVisible: true }))),
          ]),
        );
        const rule: Inheritance = { ...NEAREST, resolve };
        const all = effectiveValues(of, rule, { own: undefined, above: shown });
        const seen = effectiveValues(of, rule, { own: undefined, above: given });
        const visible = new Set(
          Object.values(given)
            .flat(2)
            .filter((one) => one.isVisible)
            .map((one) => one.urn),
        );
        for (const value of seen?.values ?? []) expect(all?.values).toContainEqual(value);
        for (const source of seen?.sources ?? []) expect(visible).toContain(source);
        if (all?.sources.every((urn) => visible.has(urn))) expect(seen).toEqual(all);
      }),
      { numRuns: effort(200) },
    );
  });
});
