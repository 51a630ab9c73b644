import { VIOLATIONS_FIELD, fieldOfProperty } from '../../shared/search/fields.ts';
import { searchAddress } from '../../shared/search/search-address.ts';

/** Address of the search for assets that have any value of a property, or this one. */
export function searchForProperty(qualifiedName: string, value?: string): string {
  const field = fieldOfProperty(qualifiedName);
  const criterion =
    value === undefined
      ? { field, operator: 'EXISTS' as const, values: [], isNegated: false }
      : { field, operator: 'EQUAL' as const, values: [value], isNegated: false };
  return searchAddress({ filters: { base: [criterion], groups: [] } });
}

/** Address of the search for assets that break a rule of a property. */
export function searchForViolations(urn: string): string {
  const criterion = { field: VIOLATIONS_FIELD, operator: 'EQUAL' as const, values: [urn], isNegated: false };
  return searchAddress({ filters: { base: [criterion], groups: [] } });
}
