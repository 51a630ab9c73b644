import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../util/json.ts';
import { NEVER } from '../entity-predicate.ts';
import { parsePolicy } from './policy.ts';
import { formatUrn } from '../urn.ts';

const parse = (value: JsonObject) => parsePolicy(formatUrn('dataHubPolicy', 'p'), value);
const resources = (of: JsonObject) => parse({ type: 'METADATA', resources: of }).resources;
const equals = (attribute: string, ...values: readonly string[]) => ({
  attribute,
  match: 'equals',
  values,
  negated: false,
});

describe('the resources of a policy', () => {
  it('are unrestricted if none are named', () => {
    expect(resources({})).toEqual([]);
    expect(resources({ allResources: true, resources: ['urn:li:tag:t'] })).toEqual([]);
    expect(parse({}).namesResources).toBe(false);
    expect(parse({ resources: {} }).namesResources).toBe(true);
  });

  it('can be a type with a list, as older clients write them', () => {
    const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)';
    expect(resources({ type: 'dataset', allResources: true })).toEqual([equals('entityType', 'dataset')]);
    expect(resources({ type: 'dataset', resources: [urn] })).toEqual([
      equals('entityType', 'dataset'),
      equals('urn', urn),
    ]);
    expect(resources({ type: 'dataset', resources: [] })).toEqual([
      equals('entityType', 'dataset'),
      equals('urn'),
    ]);
    expect(resources({ resources: [urn] })).toEqual([equals('urn', urn)]);
  });

  it('can be criteria, which take precedence over the older form', () => {
    const criteria = [
      { field: 'domain', values: ['urn:li:domain:d'] },
      { field: 'RESOURCE_URN', condition: 'STARTS_WITH', values: ['urn:li:d'] },
      { field: 'TAG', condition: 'NOT_EQUALS', values: ['urn:li:tag:t'] },
    ];
    expect(resources({ type: 'chart', filter: { criteria } })).toEqual([
      equals('domain', 'urn:li:domain:d'),
      { ...equals('urn', 'urn:li:d'), match: 'startsWith' },
      { ...equals('tag', 'urn:li:tag:t'), negated: true },
    ]);
  });

  it('can be values of a structured property, with prefix matches on strings only', () => {
    const propertyUrn = 'urn:li:structuredProperty:level';
    const criterion = (condition: string) => ({
      field: 'STRUCTURED_PROPERTY',
      condition,
      values: [],
      structuredPropertyValues: [{ propertyUrn, values: ['high', 'low'] }],
    });
    const criteria = ['EQUALS', 'NOT_EQUALS', 'STARTS_WITH'].map(criterion);
    const equal = equals(`value of ${propertyUrn}`, 'high', 'low');
    expect(resources({ filter: { criteria } })).toEqual([
      equal,
      { ...equal, negated: true },
      { ...equals(`text of ${propertyUrn}`, 'high', 'low'), match: 'startsWith' },
    ]);
  });

  it.each([
    [{ field: 'STRUCTURED_PROPERTY', values: ['high'] }],
    [{ field: 'STRUCTURED_PROPERTY', condition: 'NOT_EQUALS', structuredPropertyValues: [] }],
    [
      {
        field: 'STRUCTURED_PROPERTY',
        condition: 'NOT_EQUALS',
        structuredPropertyValues: ['a', 'b'].map((name) => ({
          propertyUrn: `urn:li:structuredProperty:${name}`,
          values: ['x'],
        })),
      },
    ],
    [{ field: 'COLOUR', values: ['red'] }],
    [{ field: 'COLOUR', condition: 'NOT_EQUALS', values: ['red'] }],
    [{ field: 'TAG', condition: 'MATCHES', values: ['t'] }],
    [{ field: 'constructor', values: ['x'] }],
    [{ values: ['x'] }],
    ['TAG'],
  ])('are none if a criterion cannot be parsed: %j', (criterion) => {
    expect(resources({ filter: { criteria: [criterion] } })).toEqual([NEVER]);
  });

  it('are ignored in a platform policy', () => {
    const policy = parse({ type: 'PLATFORM', resources: { type: 'dataset' } });
    expect([policy.namesResources, policy.resources]).toEqual([false, []]);
  });
});

describe('a policy', () => {
  it('is active only in state ACTIVE', () => {
    expect([parse({ state: 'ACTIVE' }).isActive, parse({ state: 'INACTIVE' }).isActive]).toEqual([
      true,
      false,
    ]);
    expect(parse({}).isActive).toBe(false);
  });

  it('grants privileges by their current names', () => {
    expect([...parse({ privileges: ['CREATE_TAG', 'VIEW_ENTITY_PAGE', 1] }).privileges]).toEqual([
      'CREATE_TAGS',
      'VIEW_ENTITY_PAGE',
    ]);
  });

  it('applies to nobody if it names no actors', () => {
    expect(parse({ actors: { users: 'all', allUsers: 'yes' } }).actors).toEqual({
      users: new Set(),
      groups: new Set(),
      roles: new Set(),
      allUsers: false,
      allGroups: false,
      owners: 'none',
    });
  });
});
