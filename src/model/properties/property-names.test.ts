import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../structured-property.ts';
import { parseUrn } from '../urn.ts';
import { contestedNames } from './property-names.ts';

const property = (key: string, qualifiedName: string) => ({
  urn: parseUrn(`urn:li:structuredProperty:${key}`),
  definition: parseDefinition({ qualifiedName }),
  generation: 1,
  removed: false,
  showInSearchFilters: false,
  rules: undefined,
});

describe('contested names', () => {
  it('are those of several properties, as qualified name or in the urn', () => {
    const urns = (...keys: readonly string[]) => keys.map((key) => `urn:li:structuredProperty:${key}`);
    expect(
      contestedNames([property('a', 'b'), property('b', 'c'), property('d', 'c'), property('e', 'e')]),
    ).toEqual([
      { name: 'b', urns: urns('a', 'b') },
      { name: 'c', urns: urns('b', 'd') },
    ]);
  });

  it('do not include names that differ only in their dots', () => {
    expect(contestedNames([property('a.b', 'a.b'), property('a_b', 'a_b')])).toEqual([]);
  });
});
