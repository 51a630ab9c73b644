import { describe, expect, it } from 'vitest';
import {
  propertyDirectory,
  propertyState,
  propertyUrn,
} from '../../../test/support/memory/search-fixtures.ts';
import { parseUrn } from '../../model/urn.ts';
import type { EntityAttributes, EntityPredicate } from '../../model/entity-predicate.ts';
import { FULL_READ_RULES, scopeOf } from './visibility.ts';
import type { ReadAttributes } from './judged-entities.ts';

describe('scopeOf', () => {
  const scope = scopeOf(
    propertyDirectory(
      propertyState('live', { generation: 3 }),
      propertyState('removed', { generation: 4, removed: true }),
    ),
  );

  it('sees assignments of the live generation only', () => {
    expect(scope.seesAssignment(propertyUrn('live'), 3)).toBe(true);
    expect(scope.seesAssignment(propertyUrn('live'), 2)).toBe(false);
    expect(scope.seesAssignment(propertyUrn('removed'), 4)).toBe(false);
    expect(scope.seesAssignment(propertyUrn('unknown'), 3)).toBe(false);
  });

  it('sees every entity', () => {
    expect(scope.seesEntity(parseUrn('urn:li:tag:t'))).toBe(true);
    expect(scope.entityFilter).toBeUndefined();
  });
});

describe('the scope of an actor who sees entities with a tag', () => {
  const tag = { attribute: 'tag', match: 'equals', values: ['urn:li:tag:open'], negated: false } as const;
  const entities = [[tag]];
  const readRules = { ...FULL_READ_RULES, entities, needsAttributes: true };
  const urn = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)');

  it('sees nothing before settle, then the current state of the store', async () => {
    let stored: readonly string[] = ['urn:li:tag:open'];
    const scope = scopeOf(propertyDirectory(), readRules, () =>
      Promise.resolve(new Map([[urn, { tag: stored }]])),
    );
    expect(scope.seesEntity(urn)).toBe(false);
    await scope.settle([urn]);
    expect(scope.seesEntity(urn)).toBe(true);
    stored = [];
    await scope.settle([urn]);
    expect(scope.seesEntity(urn)).toBe(false);
  });

  it('does not read entities that the urn excludes', async () => {
    const datasets = {
      attribute: 'entityType',
      match: 'equals',
      values: ['dataset'],
      negated: false,
    } as const;
    const read: string[] = [];
    const scope = scopeOf(propertyDirectory(), { ...readRules, entities: [[datasets, tag]] }, (urns) => {
      read.push(...urns);
      return Promise.resolve(new Map());
    });
    await scope.settle([urn, parseUrn('urn:li:tag:t')]);
    expect(read).toEqual([urn]);
    expect(scope.seesEntity(urn)).toBe(false);
  });
});

describe('the scope of an actor who sees entities outside a domain', () => {
  const notHr = {
    attribute: 'domain',
    match: 'equals',
    values: ['urn:li:domain:hr'],
    negated: true,
  } as const;
  const dataset = (name: string) => parseUrn(`urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`);
  const attributes = new Map<string, EntityAttributes>([
    [dataset('open'), {}],
    [dataset('secret'), { domain: ['urn:li:domain:hr'] }],
    ['urn:li:query:secret', { subject: [dataset('secret')] }],
    ['urn:li:query:both', { subject: [dataset('secret'), dataset('open')] }],
    ['urn:li:query:nothing', {}],
  ]);
  const read: ReadAttributes = (urns) =>
    Promise.resolve(new Map(urns.map((urn) => [urn, attributes.get(urn) ?? {}])));
  const queries = ['secret', 'both', 'nothing'].map((name) => parseUrn(`urn:li:query:${name}`));
  const seen = async (
    entities: EntityPredicate,
    queriedTables: EntityPredicate = [],
  ): Promise<readonly boolean[]> => {
    const rules = { ...FULL_READ_RULES, entities, queriedTables, needsAttributes: true };
    const scope = scopeOf(propertyDirectory(), rules, read);
    await scope.settle(queries);
    return queries.map(scope.seesEntity);
  };

  it('sees a query if all its datasets are visible', async () => {
    expect(await seen([[notHr]])).toEqual([false, false, true]);
  });

  it('sees a query without any rule for itself if all its tables match, but no query without a table', async () => {
    expect(await seen([], [[notHr]])).toEqual([false, false, false]);
    expect(await seen([], [[]])).toEqual([true, true, false]);
  });

  it('sees all queries if a rule applies to queries only', async () => {
    const isQuery = { attribute: 'entityType', match: 'equals', values: ['query'], negated: false } as const;
    expect(await seen([[notHr], [isQuery]])).toEqual([true, true, true]);
  });
});
