import { entityTypeOf } from '../../urls/urn.ts';
import type { Criterion } from './filters.ts';
import { KINDS } from './kinds.ts';
import { searchAddress } from './search-address.ts';

/** Address of the search for a field's value: `is` matches it exactly, `below` includes its descendants. */
export function filterAddress(field: string, value: string, word: 'is' | 'below' = 'is'): string {
  const operator = word === 'is' ? 'EQUAL' : 'DESCENDANTS_INCL';
  const criterion = { field, operator, values: [value], isNegated: false } as const;
  return searchAddress({ filters: { base: [criterion], groups: [] } });
}

/** Address of the search for an entity's assets; undefined for types without assets. See {@link assetsCriterion}. */
export function assetsAddress(urn: string): string | undefined {
  const criterion = assetsCriterion(urn);
  return criterion && searchAddress({ filters: { base: [criterion], groups: [] } });
}

/** Condition that an entity's assets meet, or what a person or group owns; undefined for types without assets. */
export function assetsCriterion(urn: string): Criterion | undefined {
  const type = entityTypeOf(urn).toUpperCase();
  const of = (field: string, operator: Criterion['operator'] = 'EQUAL'): Criterion => ({
    field,
    operator,
    values: [urn],
    isNegated: false,
  });
  if (type === 'CORPUSER' || type === 'CORPGROUP') return of('owners');
  // Assets have terms, not glossary groups.
  if (type === 'GLOSSARYNODE') return undefined;
  const kind = KINDS.find(({ types }) => types.some((name) => name.replaceAll('_', '') === type));
  return kind && of(kind.assetField, kind.includesBelow ? 'DESCENDANTS_INCL' : 'EQUAL');
}
