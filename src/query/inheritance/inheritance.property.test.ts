import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '../../../test/support/effort.ts';
import {
  FIRST_PAGE,
  PLAIN_FLAGS,
  REGISTRY,
  ReadingCatalog,
} from '../../../test/support/memory/reading-catalog.ts';
import type { ReadRules } from '../../model/access/read-rules.ts';
import type { Criterion } from '../../model/filter.ts';
import {
  effectiveValues,
  parseInheritance,
  type Holder,
  type SourceType,
} from '../../model/properties/inheritance.ts';
import type { Scope } from '../../model/scope.ts';
import { scalarOf } from '../../model/structured-property.ts';
import { parseUrn } from '../../model/urn.ts';
import { readEffective } from './read-effective.ts';
import { FULL_READ_RULES, scopeOf } from '../visibility/visibility.ts';

const PROPERTY = 'urn:li:structuredProperty:p';
const ALLOWED = ['strict', 'middle', 'lax'];
const VALUES = [...ALLOWED, 'other', ''];
const CONTAINERS = ['c0', 'c1', 'c2', 'c3', 'c4'].map((id) => `urn:li:container:${id}`);
const DOMAINS = ['d0', 'd1', 'd2', 'd3'].map((id) => `urn:li:domain:${id}`);
const TERMS = ['g0', 'g1'].map((id) => `urn:li:glossaryTerm:${id}`);
const TABLES = ['t0', 't1', 't2', 't3', 't4', 't5'].map(
  (id) => `urn:li:dataset:(urn:li:dataPlatform:hive,${id},PROD)`,
);
const ALL = [...CONTAINERS, ...DOMAINS, ...TERMS, ...TABLES];
const TYPES = ['container', 'dataset', 'domain', 'glossaryTerm'];

/** One entity: its value, and what it names. */
interface Entity {
  readonly values: readonly string[];
  readonly removed: boolean;
  readonly parent: string | undefined;
  readonly domains: readonly string[];
  readonly terms: readonly string[];
}

const oneOf = (values: readonly string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const entity = (parents: readonly string[]): fc.Arbitrary<Entity> =>
  fc.record({
    values: fc.subarray(VALUES, { maxLength: 1 }),
    removed: fc.boolean(),
    parent: parents.length === 0 ? fc.constant(undefined) : oneOf(parents),
    domains: fc.subarray(DOMAINS, { maxLength: 3 }),
    terms: fc.subarray(TERMS),
  });
const parentsOf = (urn: string): readonly string[] =>
  urn.startsWith('urn:li:domain:') ? DOMAINS : urn.startsWith('urn:li:glossary') ? [] : CONTAINERS;
const change = fc.constantFrom(...ALL).chain((urn) => fc.tuple(fc.constant(urn), entity(parentsOf(urn))));

const rule = fc
  .record({
    from: fc.shuffledSubarray(['container', 'domain', 'glossaryTerm'], { minLength: 1 }),
    kind: fc.constantFrom('single', 'multiple', 'strictest'),
    isForTables: fc.boolean(),
  })
  .map(({ from, isForTables, kind }) => ({
    isForTables,
    inherit: { from, resolve: kind === 'strictest' ? 'STRICTEST' : 'NEAREST' },
    cardinality: kind === 'multiple' ? 'MULTIPLE' : 'SINGLE',
  }));
const hiding = fc.record({
  entities: fc.subarray([...CONTAINERS, ...DOMAINS, ...TERMS], { maxLength: 4 }),
  property: fc.subarray(ALL, { maxLength: 4 }),
});
const catalogs = fc.record({
  entities: fc.tuple(...ALL.map((urn) => entity(parentsOf(urn)))),
  changes: fc.array(change, { maxLength: 4 }),
  rule,
  hidden: fc.option(hiding, { nil: undefined }),
});
type Content = typeof catalogs extends fc.Arbitrary<infer C> ? C : never;

async function write(catalog: ReadingCatalog, urn: string, of: Entity): Promise<void> {
  const isDomain = DOMAINS.includes(urn);
  const isTerm = TERMS.includes(urn);
  await catalog.put(urn, {
    status: { removed: of.removed },
    ...(isDomain && {
      domainProperties: { name: urn, ...(of.parent !== undefined && { parentDomain: of.parent }) },
    }),
    ...(isTerm && { glossaryTermInfo: { definition: '', termSource: '' } }),
    ...(!isDomain && !isTerm && of.parent !== undefined && { container: { container: of.parent } }),
    ...(!isDomain && { domains: { domains: of.domains } }),
    ...(!isDomain && !isTerm && { glossaryTerms: { terms: of.terms.map((term) => ({ urn: term })) } }),
  });
  await catalog.assign(urn, of.values.length === 0 ? {} : { p: of.values });
}

/** A model of the catalog, read entity by entity. */
class Model {
  readonly #entities: Map<string, Entity>;
  readonly #content: Content;

  constructor(content: Content) {
    this.#content = content;
    this.#entities = new Map(ALL.map((urn, i) => [urn, content.entities[i] as Entity]));
  }

  /** A change keeps the parent where it names none, as the aspect is not written then. */
  apply(urn: string, of: Entity): void {
    const parent = of.parent ?? (DOMAINS.includes(urn) ? undefined : this.#entities.get(urn)?.parent);
    this.#entities.set(urn, { ...of, parent });
  }

  effective(urn: string, catalog: ReadingCatalog): readonly string[] {
    const { hidden, rule: given } = this.#content;
    const definition = catalog.properties.get(parseUrn(PROPERTY))?.definition;
    const inheritance = parseInheritance(given.inherit);
    const found = this.#entities.get(urn);
    if (definition === undefined || inheritance === undefined || found === undefined) return [];
    if (hidden?.entities.includes(urn) === true || hidden?.property.includes(urn) === true) return [];
    const isDomain = DOMAINS.includes(urn);
    const above: Record<SourceType, Holder[][]> = {
      container: isDomain ? [] : this.#chains(found.parent === undefined ? [] : [found.parent]),
      domain: this.#chains(isDomain ? (found.parent === undefined ? [] : [found.parent]) : found.domains),
      glossaryTerm: this.#chains(isDomain || TERMS.includes(urn) ? [] : found.terms),
    };
    const own = this.#holder(urn, true);
    // Only tables have the platform that the definition allows.
    if (given.isForTables && !TABLES.includes(urn)) return own === undefined ? [] : found.values;
    const values = effectiveValues(definition, inheritance, { own, above })?.values ?? [];
    return values.flatMap((value) => ('string' in value ? [value.string] : []));
  }

  #chains(urns: readonly string[]): Holder[][] {
    return urns.map((urn) => {
      const passed = new Set<string>();
      for (
        let at: string | undefined = urn;
        at !== undefined && !passed.has(at);
        at = this.#entities.get(at)?.parent
      )
        passed.add(at);
      return [...passed].flatMap((one) => this.#holder(one, false) ?? []);
    });
  }

  #holder(urn: string, isOwn: boolean): Holder | undefined {
    const { hidden } = this.#content;
    const found = this.#entities.get(urn);
    if (found === undefined || found.values.length === 0 || (found.removed && !isOwn)) return undefined;
    const isHidden = hidden?.entities.includes(urn) === true || hidden?.property.includes(urn) === true;
    const values = found.values.map((string) => ({ string }));
    return { urn: parseUrn(urn), values, isVisible: !isHidden };
  }
}

function scopeFor({ hidden }: Content, catalog: ReadingCatalog): Scope {
  if (hidden === undefined) return catalog.scope;
  const not = (values: readonly string[]) =>
    [[{ attribute: 'urn', match: 'equals', values, negated: true }]] as const;
  const rules: ReadRules = {
    ...FULL_READ_RULES,
    entities: not(hidden.entities),
    property: () => not(hidden.property),
    seesEveryProperty: false,
  };
  return scopeOf(catalog.properties, rules);
}

const INPUT = {
  ...FIRST_PAGE,
  entityTypes: TYPES,
  flags: { ...PLAIN_FLAGS, includeSoftDeleted: true, maxAggValues: 100 },
};

async function found(
  catalog: ReadingCatalog,
  scope: Scope,
  criterion: Partial<Criterion>,
): Promise<readonly string[]> {
  const asked = {
    field: 'effectiveProperties.p',
    operator: 'EQUAL',
    values: [],
    negated: false,
    ...criterion,
  } as const;
  const { hits } = await catalog.query.search({ ...INPUT, filter: [[asked]] }, scope);
  return hits.map(({ urn }) => urn).sort();
}

describe('effective values in searches', () => {
  it('are those of a read of each asset, through moves, deletions and rights', async () => {
    let inherited = 0;
    await fc.assert(
      fc.asyncProperty(catalogs, async (content) => {
        await using catalog = await ReadingCatalog.open();
        const { cardinality, inherit } = content.rule;
        await catalog.define('p', 'string', {
          cardinality,
          entityTypes: TYPES.map((type) => `urn:li:entityType:datahub.${type}`),
          allowedValues: ALLOWED.map((string) => ({ value: { string } })),
          ...(content.rule.isForTables && { allowedPlatforms: ['urn:li:dataPlatform:hive'] }),
        });
        await catalog.put(PROPERTY, { structuredPropertyRules: { inherit } });
        for (const [i, urn] of ALL.entries()) await write(catalog, urn, content.entities[i] as Entity);
        const model = new Model(content);
        const scope = scopeFor(content, catalog);
        const check = async (): Promise<void> => {
          const effective = new Map(ALL.map((urn) => [urn, model.effective(urn, catalog)]));
          const read = await readEffective(
            ALL.map(parseUrn),
            {
              read: (...asked) => catalog.query.getEntities(...asked),
              properties: catalog.properties,
              registry: REGISTRY,
            },
            scope,
          );
          for (const urn of ALL) {
            const values = read.get(parseUrn(urn))?.get(parseUrn(PROPERTY))?.values ?? [];
            expect(values.map(scalarOf), urn).toEqual(effective.get(urn));
          }
          const having = (test: (values: readonly string[]) => boolean): readonly string[] =>
            ALL.filter((urn) => test(effective.get(urn) ?? [])).sort();
          for (const value of VALUES) {
            const expected = having((values) => values.includes(value));
            expect(await found(catalog, scope, { values: [value] }), value).toEqual(expected);
          }
          const any = having((values) => values.length > 0);
          inherited += any.length;
          expect(await found(catalog, scope, { operator: 'EXISTS' })).toEqual(any);
          const two = having((values) => values.includes('strict') || values.includes('lax'));
          expect(await found(catalog, scope, { operator: 'IN', values: ['strict', 'lax'] })).toEqual(two);
          const quoted = { ...INPUT, query: '/q effectiveProperties.p:MIDDLE' };
          const { hits } = await catalog.query.search(quoted, scope);
          expect(hits.map(({ urn }) => urn).sort()).toEqual(having((values) => values.includes('middle')));
          if (inherit.resolve === 'NEAREST') {
            const containing = having((values) => values.some((value) => value.includes('d')));
            expect(await found(catalog, scope, { operator: 'CONTAIN', values: ['d'] })).toEqual(containing);
          }
          const [facet] = await catalog.query.aggregate(INPUT, ['effectiveProperties.p'], scope);
          const counts = Object.fromEntries((facet?.buckets ?? []).map(({ count, value }) => [value, count]));
          const each = VALUES.map(
            (value) => [value, having((values) => values.includes(value)).length] as const,
          );
          expect(counts).toEqual(Object.fromEntries(each.filter(([, count]) => count > 0)));
          if (cardinality === 'SINGLE')
            expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(any.length);
        };
        await check();
        for (const [urn, of] of content.changes) {
          await write(catalog, urn, of);
          model.apply(urn, of);
          await check();
        }
      }),
      { numRuns: effort(60) },
    );
    expect(inherited).toBeGreaterThan(100);
  });
});
