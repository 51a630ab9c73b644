import { describe, expect, it } from 'vitest';
import { propertyDirectory, propertyState, propertyUrn } from '../../test/support/search-fixtures.ts';
import { parseUrn } from '../model/urn.ts';
import { scopeOf } from './visibility.ts';

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
