import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { effort } from '../../../test/support/effort.ts';
import { FIRST_PAGE, ReadingCatalog } from '../../../test/support/memory/reading-catalog.ts';
import type { ReadRules } from '../../model/access/read-rules.ts';
import type { Scope } from '../../model/scope.ts';
import { FULL_READ_RULES, scopeOf } from '../visibility/visibility.ts';
import { createAttributeReader } from '../../auth/policies/entity-attributes.ts';
import { allHold, type EntityAttributes } from '../../model/entity-predicate.ts';
import { brokenRules } from '../../model/properties/judge-value.ts';
import { parseRules, type RuleName } from '../../model/properties/property-rules.ts';
import { propertyValue, type PropertyState } from '../../model/structured-property.ts';
import { entityTypeOf, isUrn, parseUrn, type Urn } from '../../model/urn.ts';
import { loadPatterns, matchesPattern } from '../../util/patterns.ts';
import type { JsonObject } from '../../util/json.ts';
import { objects } from '../../util/json/json-members.ts';

beforeAll(loadPatterns);

const TABLES = ['a', 'b', 'c', 'd'].map((name) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`);
const COLUMN = `urn:li:schemaField:(${TABLES[0]},x)`;
const DOMAINS = ['urn:li:domain:top', 'urn:li:domain:below', 'urn:li:domain:other'];
const TAG = 'urn:li:tag:t';
const TERMS = ['urn:li:glossaryTerm:in', 'urn:li:glossaryTerm:out', 'urn:li:glossaryTerm:absent'];
const TEXTS = [
  'true',
  'false',
  'ab',
  'abc',
  '2026-01-01T00:00:00Z',
  '2026-06-01T00:00:00Z',
  'x'.repeat(1030),
];
const DAYS = ['2026-01-01', '2026-06-01', '2026-12-31'];

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const given = (members: Readonly<Record<string, unknown>>): JsonObject =>
  JSON.parse(JSON.stringify(members)) as JsonObject;

const criterion = fc.oneof(
  fc.record({ field: fc.constant('DOMAIN'), values: fc.subarray(DOMAINS, { minLength: 1 }) }),
  fc.record({ field: fc.constant('TAG'), values: fc.constant([TAG]), condition: fc.constant('NOT_EQUALS') }),
  fc.record({ field: fc.constant('SUB_TYPE'), values: fc.constant(['Table']) }),
  fc.record({
    field: fc.constant('TYPE'),
    values: fc.constantFrom(['dataset'], ['schemaField', 'glossaryTerm']),
  }),
  fc.record({
    field: fc.constant('STRUCTURED_PROPERTY'),
    values: fc.constant([]),
    structuredPropertyValues: fc.constant([
      { propertyUrn: 'urn:li:structuredProperty:number', values: ['1'] },
    ]),
  }),
);
const criteria = fc.array(criterion, { minLength: 1, maxLength: 2 });

const common = {
  appliesIf: maybe(criteria.map((all) => ({ criteria: all }))),
  required: maybe(fc.constant({})),
};
const bounds = (values: readonly unknown[]) => ({
  min: maybe(fc.constantFrom(...values)),
  max: maybe(fc.constantFrom(...values)),
});
const rulesOf: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  number: fc
    .record({
      ...common,
      values: fc.record({
        ...bounds([{ double: 1 }, { double: 2.5 }]),
        format: maybe(fc.constant('INTEGER')),
      }),
      deprecatedValues: maybe(fc.constant([{ value: { double: 3 } }])),
    })
    .map(given),
  text: fc
    .record({
      ...common,
      values: fc.oneof(
        fc.record({
          format: maybe(fc.constant('BOOLEAN')),
          pattern: maybe(fc.constantFrom('[a-c]+', 'x*')),
          minLength: maybe(fc.constantFrom(3, 5)),
          maxLength: maybe(fc.constantFrom(2, 4)),
        }),
        fc.record({
          format: fc.constant('DATETIME'),
          ...bounds([{ string: '2026-03-01T00:00:00Z' }]),
        }),
      ),
      deprecatedValues: maybe(fc.constant([{ value: { string: 'ab' } }])),
    })
    .map(given),
  day: fc
    .record({
      ...common,
      values: fc.record(bounds(DAYS.map((string) => ({ string })))),
      deprecatedValues: maybe(fc.constant([{ value: { string: '2026-06-01' } }])),
    })
    .map(given),
  ref: fc
    .record({ ...common, values: fc.record({ refersTo: criteria.map((all) => ({ criteria: all })) }) })
    .map(given),
};

const entity = fc.record({
  domains: fc.subarray(DOMAINS),
  tags: fc.subarray([TAG]),
  subTypes: fc.subarray(['Table', 'View']),
  number: fc.subarray([1, 2, 2.5, 3]),
  text: fc.subarray(TEXTS),
  day: fc.subarray(DAYS),
  ref: fc.subarray(TERMS),
});
const catalogs = fc.record({
  entities: fc.tuple(entity, entity, entity, entity, entity),
  rules: fc.record(rulesOf),
  isTermInDomain: fc.boolean(),
});

async function fill(
  catalog: ReadingCatalog,
  { entities, isTermInDomain, rules }: typeof catalogs extends fc.Arbitrary<infer C> ? C : never,
  without: readonly string[] = [],
) {
  const [top = '', below = ''] = DOMAINS;
  const entityTypes = ['dataset', 'schemaField'].map((name) => `urn:li:entityType:datahub.${name}`);
  await catalog.put(below, { domainProperties: { name: 'below', parentDomain: top } });
  const types = { number: 'number', text: 'string', day: 'date', ref: 'urn' } as const;
  const isKept = (name: string): boolean => !without.includes(`urn:li:structuredProperty:${name}`);
  for (const [name, type] of Object.entries(types).filter(([one]) => isKept(one))) {
    const urn = await catalog.define(name, type, { entityTypes, cardinality: 'MULTIPLE' });
    await catalog.put(urn, { structuredPropertyRules: rules[name] ?? {} });
  }
  const [inDomain = '', out = ''] = TERMS;
  const info = { definition: '', termSource: '' };
  const isTermKept = !without.includes(inDomain);
  if (isTermKept) await catalog.put(inDomain, { glossaryTermInfo: info });
  if (isTermKept && isTermInDomain) await catalog.put(inDomain, { domains: { domains: [below] } });
  if (!without.includes(out))
    await catalog.put(out, { glossaryTermInfo: info, globalTags: { tags: [{ tag: TAG }] } });
  for (const [i, one] of entities.entries()) {
    const urn = [...TABLES, COLUMN][i] ?? '';
    const isColumn = urn === COLUMN;
    if (without.includes(urn)) continue;
    await catalog.put(urn, {
      ...(!isColumn && { datasetProperties: { name: urn } }),
      ...(!isColumn && { domains: { domains: one.domains }, subTypes: { typeNames: one.subTypes } }),
      globalTags: { tags: one.tags.map((tag) => ({ tag })) },
    });
    const { number, text, day, ref } = one;
    const values = Object.entries({ number, text, day, ref }).filter(
      ([name, of]) => of.length > 0 && isKept(name),
    );
    await catalog.assign(urn, Object.fromEntries(values));
  }
}

/** The rules of a property that an entity breaks, judged from the stored aspects. */
async function judged(
  catalog: ReadingCatalog,
  urn: Urn,
  property: PropertyState,
): Promise<ReadonlySet<RuleName>> {
  const rules = parseRules(property.rules ?? {});
  const read = createAttributeReader(catalog.store, catalog.properties);
  const attributesOf = async (of: Urn): Promise<EntityAttributes> => (await read([of])).get(of) ?? {};
  const aspects = (await catalog.query.getEntities([urn], ['structuredProperties'], catalog.scope)).get(urn);
  const assigned = objects(aspects?.get('structuredProperties')?.value['properties']);
  const held = assigned.find(({ propertyUrn }) => propertyUrn === property.urn)?.['values'];
  const values = Array.isArray(held) ? held.flatMap((json) => propertyValue(json) ?? []) : [];
  const broken = new Set<RuleName>();
  for (const value of values) {
    for (const rule of brokenRules(value, rules, property.definition, matchesPattern)) broken.add(rule);
    if (rules.refersTo === undefined || !('string' in value) || !isUrn(value.string)) continue;
    if (!allHold(rules.refersTo, await attributesOf(value.string))) broken.add('refersTo');
  }
  const applies = rules.appliesIf === undefined || allHold(rules.appliesIf.criteria, await attributesOf(urn));
  if (values.length > 0 && !applies) broken.add('appliesIf');
  if (values.length === 0 && applies && rules.required !== undefined && entityTypeOf(urn) === 'dataset')
    broken.add('required');
  return broken;
}

describe('the filter of violations', () => {
  it('finds the entities that the judge condemns one by one', async () => {
    let condemned = 0;
    await fc.assert(
      fc.asyncProperty(catalogs, async (content) => {
        await using catalog = await ReadingCatalog.open();
        await fill(catalog, content);
        const urns = [...TABLES, COLUMN].map(parseUrn);
        const breaking = new Set<string>();
        for (const property of catalog.properties.all()) {
          const expected: string[] = [];
          for (const urn of urns) if ((await judged(catalog, urn, property)).size > 0) expected.push(urn);
          for (const urn of expected) breaking.add(urn);
          condemned += expected.length;
          const criterion = {
            field: 'violations',
            operator: 'EQUAL',
            values: [property.definition.qualifiedName],
            negated: false,
          } as const;
          const found = await catalog.found({
            ...FIRST_PAGE,
            entityTypes: ['dataset', 'schemaField'],
            filter: [[criterion]],
          });
          expect([...found].sort()).toEqual(expected.sort());
        }
        const any = { field: 'violations', operator: 'EXISTS', values: [], negated: false } as const;
        const input = { ...FIRST_PAGE, entityTypes: ['dataset', 'schemaField'] };
        expect([...(await catalog.found({ ...input, filter: [[any]] }))].sort()).toEqual(
          [...breaking].sort(),
        );
        const none = await catalog.found({ ...input, filter: [[{ ...any, operator: 'IS_NULL' }]] });
        expect([...none].sort()).toEqual(urns.filter((urn) => !breaking.has(urn)).sort());
      }),
      { numRuns: effort(20) },
    );
    expect(condemned).toBeGreaterThan(20);
  });

  it('counts for a caller what a catalog without all that is hidden from the caller counts', async () => {
    let counted = 0;
    const hiding = fc.record({
      tables: fc.subarray(TABLES.slice(1)),
      terms: fc.subarray(TERMS.slice(0, 2)),
      properties: fc.subarray(['number', 'text', 'ref'].map((name) => `urn:li:structuredProperty:${name}`)),
    });
    await fc.assert(
      fc.asyncProperty(catalogs, hiding, async (content, { properties, tables, terms }) => {
        await using whole = await ReadingCatalog.open();
        await using rest = await ReadingCatalog.open();
        await fill(whole, content);
        await fill(rest, content, [...tables, ...terms, ...properties]);
        const values = [...tables, ...terms];
        const rules: ReadRules = {
          ...FULL_READ_RULES,
          entities: [[{ attribute: 'urn', match: 'equals', values, negated: true }]],
          property: (urn) => (properties.includes(urn) ? 'nowhere' : 'everywhere'),
          seesEveryProperty: false,
        };
        const read = createAttributeReader(whole.store, whole.properties);
        const input = { ...FIRST_PAGE, entityTypes: ['dataset', 'schemaField'] };
        const countsOf = async (catalog: ReadingCatalog, scope: Scope): Promise<unknown> => {
          const [facet] = await catalog.query.aggregate(input, ['violations'], scope);
          return (facet?.buckets ?? []).map(({ count, value }) => `${value} ${count}`).sort();
        };
        const expected = await countsOf(rest, rest.scope);
        expect(await countsOf(whole, scopeOf(whole.properties, rules, read))).toEqual(expected);
        counted += Array.isArray(expected) ? expected.length : 0;
      }),
      { numRuns: effort(20) },
    );
    expect(counted).toBeGreaterThan(20);
  });
});
