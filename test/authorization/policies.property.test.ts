import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActorRights } from '../../src/auth/actor-rights.ts';
import type { EntityAttributes } from '../../src/model/entity-predicate.ts';
import { satisfies } from '../../src/model/entity-predicate.ts';
import { grantsOf, isAboutEntity, isAboutProperty } from '../../src/model/grants.ts';
import { parsePolicy } from '../../src/model/policy.ts';
import { READ_PRIVILEGES } from '../../src/model/privileges.ts';
import { sightOf } from '../../src/model/sight.ts';
import { formatUrn, parseUrn } from '../../src/model/urn.ts';
import { FIRST_PAGE, ReadingCatalog } from '../support/reading-catalog.ts';
import { scopeOf } from '../../src/query/visibility.ts';
import type { NaiveActor, RawCriterion, RawPolicy } from './naive-policies.ts';
import { naivelyAllows } from './naive-policies.ts';

const USERS = ['u0', 'u1'].map((name) => `urn:li:corpuser:${name}`);
const GROUPS = ['g0', 'g1'].map((name) => `urn:li:corpGroup:${name}`);
const ROLES = ['r0', 'r1'].map((name) => `urn:li:dataHubRole:${name}`);
const TYPES = ['urn:li:ownershipType:a', 'urn:li:ownershipType:b'];
const DOMAINS = ['d0', 'd1'].map((name) => `urn:li:domain:${name}`);
const TAGS = ['t0', 't1'].map((name) => `urn:li:tag:${name}`);
const ENTITIES = ['hr.a', 'hr.b', 'sales'].map(
  (name) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`,
);
const PROPERTIES = ['p0', 'p1'].map((name) => `urn:li:structuredProperty:${name}`);
const PRIVILEGES = ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'EDIT_ENTITY_TAGS', 'MANAGE_TAGS'];

const some = (values: readonly string[]) => fc.subarray([...values]);
const condition = fc.constantFrom('EQUALS' as const, 'STARTS_WITH' as const, 'NOT_EQUALS' as const);

const criterion: fc.Arbitrary<RawCriterion> = fc
  .constantFrom(
    ['TYPE', ['dataset', 'chart', 'da']],
    ['URN', [...ENTITIES, 'urn:li:dataset:(urn:li:dataPlatform:hive,hr.', 'urn:li:']],
    ['OWNER', [...USERS, ...GROUPS]],
    ['DOMAIN', DOMAINS],
    ['TAG', TAGS],
    ['COLOUR', ['red']],
  )
  .chain(([field = '', values = []]) =>
    fc.record({ field: fc.constant(field), condition, values: some([...values]) }),
  );

const constraint: fc.Arbitrary<RawCriterion> = fc.record({
  field: fc.constant('URN'),
  condition,
  values: some([...PROPERTIES, 'urn:li:structuredProperty:p']),
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
  });

function attributesOf({ urn, owners, domains, tags }: Entity): EntityAttributes {
  return {
    urn: [urn],
    entityType: ['dataset'],
    owner: owners.map(({ owner }) => owner),
    typedOwner: owners.map(({ owner, type }) => `${owner} ${type}`),
    domain: domains,
    tag: tags,
  };
}

const policies = fc.array(rawPolicy, { maxLength: 4 });
const entities = fc.tuple(...ENTITIES.map(entityOf));

function grants(raw: readonly RawPolicy[], { urn, groups, roles }: NaiveActor) {
  const parsed = raw.map((value, i) =>
    parsePolicy(formatUrn('dataHubPolicy', String(i)), JSON.parse(JSON.stringify(value))),
  );
  return grantsOf(parsed, { urn: parseUrn(urn), groups: new Set(groups), roles: new Set(roles) });
}

describe('random policies', () => {
  it('allow what an evaluator without any preparation allows', () => {
    fc.assert(
      fc.property(policies, actor, entities, (raw, who, all) => {
        const rights = new ActorRights(grants(raw, who));
        for (const privilege of ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'MANAGE_TAGS']) {
          const expected = raw.some((one) => naivelyAllows(one, who, privilege, undefined));
          expect(rights.platformGrant(privilege) !== undefined).toBe(expected);
          for (const entity of all) {
            const attributes = attributesOf(entity);
            for (const property of [undefined, ...PROPERTIES]) {
              const allowed = rights
                .granting(privilege)
                .some(
                  (grant) =>
                    isAboutEntity(grant, attributes) &&
                    (property === undefined || isAboutProperty(grant, property)),
                );
              expect(allowed).toBe(
                raw.some((one) => naivelyAllows(one, who, privilege, attributes, property)),
              );
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('show the entities and properties that such an evaluator lets read', () => {
    fc.assert(
      fc.property(policies, actor, entities, (raw, who, all) => {
        const sight = sightOf(grants(raw, who), { hiddenTypes: [], shownTypes: [] });
        for (const entity of all) {
          const attributes = attributesOf(entity);
          const reads = (property?: string): boolean =>
            READ_PRIVILEGES.some((privilege) =>
              raw.some((one) => naivelyAllows(one, who, privilege, attributes, property)),
            );
          const isSeen = sight.entities === undefined || satisfies(sight.entities, attributes);
          expect(isSeen).toBe(reads());
          for (const property of PROPERTIES) {
            const where = sight.property(property);
            const isShown = typeof where === 'string' ? where === 'everywhere' : satisfies(where, attributes);
            expect(isSeen && isShown).toBe(reads(property));
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a search under random policies', () => {
  it('finds and counts what reading the entities shows', async () => {
    await fc.assert(
      fc.asyncProperty(policies, actor, entities, async (raw, who, all) => {
        await using catalog = await ReadingCatalog.open();
        for (const name of ['p0', 'p1']) await catalog.define(name, 'string');
        for (const entity of all) await write(catalog, entity);
        const sight = sightOf(grants(raw, who), { hiddenTypes: [], shownTypes: [] });
        const attributes = new Map(all.map((entity) => [parseUrn(entity.urn), attributesOf(entity)]));
        const scope = scopeOf(catalog.properties, sight, () => Promise.resolve(attributes));
        const urns = ENTITIES.map(parseUrn);
        const read = await catalog.query.getEntities(urns, ['structuredProperties'], scope);
        // Who owns in which way is in no index: what only that shows can be read, and is not found.
        const hasTypes = raw.some(({ actors }) => actors.resourceOwners && actors.resourceOwnersTypes);
        const found = async (field: string): Promise<readonly string[]> => {
          const exists = { field, operator: 'EXISTS', values: [], negated: false } as const;
          const input = { ...FIRST_PAGE, entityTypes: ['dataset'], filter: [[exists]] };
          return (await catalog.query.search(input, scope)).hits.map(({ urn }) => urn).sort();
        };
        const seen = [...read.keys()].sort();
        const shown = (property: string): readonly string[] =>
          seen.filter((urn) => read.get(urn)?.get('structuredProperties')?.text.includes(property));
        const compare = (actual: readonly string[], expected: readonly string[]): void => {
          if (hasTypes) expect(expected).toEqual(expect.arrayContaining([...actual]));
          else expect(actual).toEqual(expected);
        };
        compare(await found('urn'), seen);
        for (const name of ['p0', 'p1']) {
          compare(await found(`structuredProperties.${name}`), shown(`urn:li:structuredProperty:${name}`));
        }
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

async function write(catalog: ReadingCatalog, { urn, owners, domains, tags }: Entity): Promise<void> {
  await catalog.put(parseUrn(urn), {
    ownership: { owners: owners.map(({ owner, type }) => ({ owner, type: 'CUSTOM', typeUrn: type })) },
    domains: { domains },
    globalTags: { tags: tags.map((tag) => ({ tag })) },
  });
  await catalog.assign(parseUrn(urn), { p0: ['x'], p1: ['y'] });
}
