import { describe, expect, it } from 'vitest';
import { propertyDirectory, propertyState, propertyUrn } from '../../test/support/search-fixtures.ts';
import { parseUrn } from '../model/urn.ts';
import { FULL_SIGHT, scopeOf } from './visibility.ts';

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

describe('the scope of an actor who sees what has a tag', () => {
  const tag = { attribute: 'tag', match: 'equals', values: ['urn:li:tag:open'], negated: false } as const;
  const entities = [[tag]];
  const sight = { ...FULL_SIGHT, entities, needsAttributes: true };
  const urn = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)');

  it('sees nothing that has not been settled, and then what is stored now', async () => {
    let stored: readonly string[] = ['urn:li:tag:open'];
    const scope = scopeOf(propertyDirectory(), sight, () =>
      Promise.resolve(new Map([[urn, { tag: stored }]])),
    );
    expect(scope.seesEntity(urn)).toBe(false);
    await scope.settle([urn]);
    expect(scope.seesEntity(urn)).toBe(true);
    stored = [];
    await scope.settle([urn]);
    expect(scope.seesEntity(urn)).toBe(false);
  });

  it('reads nothing of entities that the urn excludes', async () => {
    const datasets = {
      attribute: 'entityType',
      match: 'equals',
      values: ['dataset'],
      negated: false,
    } as const;
    const read: string[] = [];
    const scope = scopeOf(propertyDirectory(), { ...sight, entities: [[datasets, tag]] }, (urns) => {
      read.push(...urns);
      return Promise.resolve(new Map());
    });
    await scope.settle([urn, parseUrn('urn:li:tag:t')]);
    expect(read).toEqual([urn]);
    expect(scope.seesEntity(urn)).toBe(false);
  });
});
