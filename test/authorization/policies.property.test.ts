import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActorRights } from '../../src/auth/policies/actor-rights.ts';
import { createAttributeReader } from '../../src/auth/policies/entity-attributes.ts';
import { satisfies, type EntityAttributes } from '../../src/model/entity-predicate.ts';
import { grantsOf, isAboutEntity, isAboutProperty, isAboutTag } from '../../src/model/access/grants.ts';
import { parsePolicy } from '../../src/model/access/policy.ts';
import { READ_PRIVILEGES } from '../../src/model/access/privileges.ts';
import { readRulesOf } from '../../src/model/access/read-rules.ts';
import { formatUrn, parseUrn } from '../../src/model/urn.ts';
import { FIRST_PAGE, ReadingCatalog } from '../support/memory/reading-catalog.ts';
import { scopeOf } from '../../src/query/visibility/visibility.ts';
import { naivelyAllows, type NaiveActor, type RawCriterion, type RawPolicy } from './naive-policies.ts';
import { effort } from '../support/effort.ts';

const USERS = ['u0', 'u1'].map((name) => `urn:li:corpuser:${name}`);
const GROUPS = ['g0', 'g1'].map((name) => `urn:li:corpGroup:${name}`);
const ROLES = ['r0', 'r1'].map((name) => `urn:li:dataHubRole:${name}`);
const TYPES = ['urn:li:ownershipType:a', 'urn:li:ownershipType:b'];
const DOMAINS = ['d0', 'd1'].map((name) => `urn:li:domain:${name}`);
const TAGS = ['t0', 't1'].map((name) => `urn:li:tag:${name}`);
/** Each is in the next one: containers, and the groups of a glossary. */
const CONTAINERS = ['c0', 'c1'].map((name) => `urn:li:container:${name}`);
const NODES = ['n0', 'n1'].map((name) => `urn:li:glossaryNode:${name}`);
/** The first is in the first group, the other in none. */
const TERMS = ['in-n0', 'alone'].map((name) => `urn:li:glossaryTerm:${name}`);
const ENTITIES = ['hr.a', 'hr.b', 'sales'].map(
  (name) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`,
);
const SUB_TYPES = ['Table', 'View'];
const MEMBER = 'urn:li:corpuser:member';
const PROPERTIES = ['p0', 'p1'].map((name) => `urn:li:structuredProperty:${name}`);
const AMOUNT = 'urn:li:structuredProperty:amount';
const PRIVILEGES = ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'EDIT_ENTITY_TAGS', 'MANAGE_TAGS'];

const some = (values: readonly string[]) => fc.subarray([...values]);
const condition = fc.constantFrom('EQUALS' as const, 'STARTS_WITH' as const, 'NOT_EQUALS' as const);

const plainCriterion: fc.Arbitrary<RawCriterion> = fc
  .constantFrom(
    ['TYPE', ['dataset', 'chart', 'da', 'corpuser']],
    ['URN', [...ENTITIES, 'urn:li:dataset:(urn:li:dataPlatform:hive,hr.', 'urn:li:']],
    ['OWNER', [...USERS, ...GROUPS]],
    ['DOMAIN', DOMAINS],
    ['TAG', TAGS],
    ['GLOSSARY_TERM', TERMS],
    ['GROUP_MEMBERSHIP', GROUPS],
    ['SUB_TYPE', [...SUB_TYPES, 'V']],
    ['COLOUR', ['red']],
  )
  .chain(([field = '', values = []]) =>
    fc.record({ field: fc.constant(field), condition, values: some([...values]) }),
  );

/** Ancestors count, too; a prefix is compared with all of them, which no index has in one place. */
const hierarchicalCriterion: fc.Arbitrary<RawCriterion> = fc
  .constantFrom(['CONTAINER', CONTAINERS], ['GLOSSARY', [...TERMS, ...NODES]])
  .chain(([field = '', values = []]) =>
    fc.record({
      field: fc.constant(field),
      condition: fc.constantFrom('EQUALS' as const, 'NOT_EQUALS' as const),
      values: some([...values]),
    }),
  );

const propertyCriterion: fc.Arbitrary<RawCriterion> = fc.record({
  field: fc.constant('STRUCTURED_PROPERTY'),
  condition,
  values: fc.constant([]),
  structuredPropertyValues: fc.array(
    fc.oneof(
      fc.record({ propertyUrn: fc.constant(PROPERTIES[0] ?? ''), values: some(['x', 'xy', '']) }),
      fc.record({ propertyUrn: fc.constant(AMOUNT), values: some(['1', '1.0', '2.5', '3e0', 'x']) }),
      fc.record({ propertyUrn: fc.constant('urn:li:structuredProperty:unknown'), values: some(['x']) }),
    ),
    { minLength: 1, maxLength: 2, size: 'xsmall' },
  ),
});

const criterion = fc.oneof(
  { arbitrary: plainCriterion, weight: 3 },
  hierarchicalCriterion,
  propertyCriterion,
);

const constraint: fc.Arbitrary<RawCriterion> = fc.record({
  field: fc.constant('URN'),
  condition,
  values: fc.oneof(
    { arbitrary: some([...PROPERTIES, 'urn:li:structuredProperty:p']), weight: 4 },
    { arbitrary: some([...TAGS, 'urn:li:tag:t', ...PROPERTIES]), weight: 4 },
    some([...TAGS, ...DOMAINS]),
  ),
});

const rawPolicy: fc.Arbitrary<RawPolicy> = fc.record(
  {
    displayName: fc.constant('p'),
    type: fc.constantFrom('METADATA' as const, 'METADATA' as const, 'PLATFORM' as const),
    state: fc.constantFrom('ACTIVE' as const, 'ACTIVE' as const, 'INACTIVE' as const),
    privileges: some(PRIVILEGES),
    actors: fc.record(
      {
        users: some(USERS),
        groups: some(GROUPS),
        roles: some(ROLES),
        allUsers: fc.boolean(),
        allGroups: fc.boolean(),
        resourceOwners: fc.boolean(),
        resourceOwnersTypes: some(TYPES),
      },
      { requiredKeys: ['users', 'groups', 'roles', 'allUsers', 'allGroups', 'resourceOwners'] },
    ),
    resources: fc.record(
      {
        filter: fc.record({ criteria: fc.array(criterion, { maxLength: 2 }) }),
        privilegeConstraints: fc.record({ criteria: fc.array(constraint, { maxLength: 1 }) }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['displayName', 'type', 'state', 'privileges', 'actors'] },
);

const actor: fc.Arbitrary<NaiveActor> = fc.record({
  urn: fc.constantFrom(...USERS),
  groups: some(GROUPS),
  roles: some(ROLES),
});

interface Ownership {
  readonly owner: string;
  readonly type: string;
}

interface Entity {
  readonly urn: string;
  readonly owners: readonly Ownership[];
  readonly domains: readonly string[];
  readonly tags: readonly string[];
  readonly terms: readonly string[];
  readonly container: string | undefined;
  readonly groups: readonly string[];
  readonly subTypes: readonly string[];
  readonly words: readonly string[];
  readonly amounts: readonly number[];
}

const entityOf = (urn: string): fc.Arbitrary<Entity> =>
  fc.record({
    urn: fc.constant(urn),
    owners: fc.array(
      fc.record({ owner: fc.constantFrom(...USERS, ...GROUPS), type: fc.constantFrom(...TYPES) }),
      { maxLength: 2 },
    ),
    domains: some(DOMAINS),
    tags: some(TAGS),
    terms: some(TERMS),
    container: fc.constantFrom(undefined, ...CONTAINERS),
    groups: fc.constant([]),
    subTypes: some(SUB_TYPES),
    words: some(['x', 'xy']),
    amounts: fc.subarray([1, 2.5]),
  });

/** A user, of which only the groups matter. */
const member: fc.Arbitrary<Entity> = some(GROUPS).map((groups) => ({
  urn: MEMBER,
  owners: [],
  domains: [],
  tags: [],
  terms: [],
  container: undefined,
  groups,
  subTypes: [],
  words: [],
  amounts: [],
}));

function attributesOf({
  urn,
  owners,
  domains,
  tags,
  terms,
  container,
  groups,
  subTypes,
  words,
  amounts,
}: Entity) {
  const isIn = (first: string | undefined, above: readonly string[]): readonly string[] =>
    first === undefined ? [] : above.slice(above.indexOf(first));
  return {
    urn: [urn],
    entityType: [urn.split(':')[2] ?? ''],
    owner: owners.map(({ owner }) => owner),
    typedOwner: owners.map(({ owner, type }) => `${owner} ${type}`),
    domain: domains,
    tag: tags,
    term: terms,
    glossary: [...terms, ...(terms.includes(TERMS[0] ?? '') ? NODES : [])],
    container: isIn(container, CONTAINERS),
    group: groups,
    subType: subTypes,
    [`value of ${PROPERTIES[0]}`]: words,
    [`text of ${PROPERTIES[0]}`]: words,
    [`value of ${AMOUNT}`]: amounts.flatMap((amount) => [String(amount), amount.toFixed(1)]),
  } satisfies EntityAttributes;
}

const policies = fc.array(rawPolicy, { maxLength: 4 });
const entities = fc.tuple(...ENTITIES.map(entityOf), member);

function grants(raw: readonly RawPolicy[], { urn, groups, roles }: NaiveActor) {
  const parsed = raw.map((value, i) =>
    parsePolicy(formatUrn('dataHubPolicy', String(i)), JSON.parse(JSON.stringify(value))),
  );
  return grantsOf(parsed, { urn: parseUrn(urn), groups: new Set(groups), roles: new Set(roles) });
}

describe('random policies', () => {
  it('allow the same as a naive evaluator', () => {
    fc.assert(
      fc.property(policies, actor, entities, (raw, who, all) => {
        const rights = new ActorRights(grants(raw, who));
        for (const privilege of ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'MANAGE_TAGS']) {
          const expected = raw.some((one) => naivelyAllows(one, who, privilege, undefined));
          expect(rights.platformGrant(privilege) !== undefined).toBe(expected);
          for (const entity of all) {
            const attributes = attributesOf(entity);
            const about = rights.granting(privilege).filter((grant) => isAboutEntity(grant, attributes));
            const naively = (part?: string): boolean =>
              raw.some((one) => naivelyAllows(one, who, privilege, attributes, part));
            expect(about.length > 0).toBe(naively());
            for (const property of PROPERTIES) {
              expect(about.some((grant) => isAboutProperty(grant, property))).toBe(naively(property));
            }
            for (const tag of TAGS) {
              expect(about.some((grant) => isAboutTag(grant, tag))).toBe(naively(tag));
            }
          }
        }
      }),
      { numRuns: effort(300) },
    );
  });

  it('show the entities and properties that a naive evaluator allows', () => {
    fc.assert(
      fc.property(policies, actor, entities, (raw, who, all) => {
        const readRules = readRulesOf(grants(raw, who), { hiddenTypes: [], shownTypes: [] });
        for (const entity of all) {
          const attributes = attributesOf(entity);
          const reads = (property?: string): boolean =>
            READ_PRIVILEGES.some((privilege) =>
              raw.some((one) => naivelyAllows(one, who, privilege, attributes, property)),
            );
          const isSeen = readRules.entities === undefined || satisfies(readRules.entities, attributes);
          expect(isSeen).toBe(reads());
          for (const property of PROPERTIES) {
            const where = readRules.property(property);
            const isShown = typeof where === 'string' ? where === 'everywhere' : satisfies(where, attributes);
            expect(isSeen && isShown).toBe(reads(property));
          }
        }
      }),
      { numRuns: effort(300) },
    );
  });
});

describe('a search under random policies', () => {
  it('finds and counts what reading the entities shows', async () => {
    await fc.assert(
      fc.asyncProperty(policies, actor, entities, async (raw, who, all) => {
        await using catalog = await ReadingCatalog.open();
        for (const name of ['p0', 'p1']) await catalog.define(name, 'string');
        await catalog.define('amount', 'number');
        await writeHierarchies(catalog);
        for (const entity of all) await write(catalog, entity);
        const readRules = readRulesOf(grants(raw, who), { hiddenTypes: [], shownTypes: [] });
        const readAttributes = createAttributeReader(catalog.store, catalog.properties);
        const scope = scopeOf(catalog.properties, readRules, readAttributes);
        const urns = [...ENTITIES, MEMBER].map(parseUrn);
        const read = await catalog.query.getEntities(urns, ['structuredProperties'], scope);
        const found = async (field: string): Promise<readonly string[]> => {
          const exists = { field, operator: 'EXISTS', values: [], negated: false } as const;
          const input = { ...FIRST_PAGE, entityTypes: ['dataset', 'corpuser'], filter: [[exists]] };
          return (await catalog.query.search(input, scope)).hits.map(({ urn }) => urn).sort();
        };
        const reads = (entity: Entity): boolean =>
          READ_PRIVILEGES.some((privilege) =>
            raw.some((one) => naivelyAllows(one, who, privilege, attributesOf(entity))),
          );
        const seen = [...read.keys()].sort();
        expect(seen).toEqual(
          all
            .filter(reads)
            .map(({ urn }) => urn)
            .sort(),
        );
        const shown = (property: string): readonly string[] =>
          seen.filter((urn) => read.get(urn)?.get('structuredProperties')?.text.includes(property));
        expect(await found('urn')).toEqual(seen);
        for (const name of ['p0', 'p1']) {
          expect(await found(`structuredProperties.${name}`)).toEqual(
            shown(`urn:li:structuredProperty:${name}`),
          );
        }
      }),
      { numRuns: effort(60) },
    );
  });
});

async function writeHierarchies(catalog: ReadingCatalog): Promise<void> {
  const [c0 = '', c1 = ''] = CONTAINERS;
  const [n0 = '', n1 = ''] = NODES;
  const [in0 = '', alone = ''] = TERMS;
  const info = { definition: '', termSource: '' };
  await catalog.put(c1, { containerProperties: { name: 'c1' } });
  await catalog.put(c0, { containerProperties: { name: 'c0' }, container: { container: c1 } });
  await catalog.put(n1, { glossaryNodeInfo: { definition: '' } });
  await catalog.put(n0, { glossaryNodeInfo: { definition: '', parentNode: n1 } });
  await catalog.put(in0, { glossaryTermInfo: { ...info, parentNode: n0 } });
  await catalog.put(alone, { glossaryTermInfo: info });
}

async function write(catalog: ReadingCatalog, entity: Entity): Promise<void> {
  const { urn, owners, domains, tags, terms, container, groups, subTypes, words, amounts } = entity;
  if (urn === MEMBER) {
    const [first, ...others] = groups;
    await catalog.put(urn, {
      groupMembership: { groups: first === undefined ? [] : [first] },
      nativeGroupMembership: { nativeGroups: others },
    });
    return;
  }
  await catalog.put(parseUrn(urn), {
    ownership: { owners: owners.map(({ owner, type }) => ({ owner, type: 'CUSTOM', typeUrn: type })) },
    domains: { domains },
    subTypes: { typeNames: subTypes },
    globalTags: { tags: tags.map((tag) => ({ tag })) },
    glossaryTerms: { terms: terms.map((term) => ({ urn: term })) },
    ...(container !== undefined && { container: { container } }),
  });
  await catalog.assign(parseUrn(urn), {
    p1: ['y'],
    ...(words.length > 0 && { p0: words }),
    ...(amounts.length > 0 && { amount: amounts }),
  });
}
