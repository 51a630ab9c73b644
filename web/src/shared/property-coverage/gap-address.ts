import { fieldOfProperty } from '../search/fields.ts';
import type { Criterion } from '../search/filters.ts';
import { searchAddress } from '../search/search-address.ts';
import type { PropertyCoverage } from './use-coverage.ts';

/** A value of a field; `value` undefined: no value. */
export interface GroupChoice {
  readonly field: string;
  readonly value: string | undefined;
}

/** Address of the search for exactly the assets that lack a value of a property, in one group or in all. */
export function gapAddress(
  { qualifiedName, types, platforms }: Pick<PropertyCoverage, 'qualifiedName' | 'types' | 'platforms'>,
  { group, within = [] }: { readonly group?: GroupChoice; readonly within?: readonly Criterion[] } = {},
): string {
  const isGrouped = (field: string): boolean => group?.field === field && group.value !== undefined;
  const base: readonly Criterion[] = [
    ...within,
    ...(isGrouped('_entityType') || types.includes('OTHER') ? [] : [anyOf('_entityType', types)]),
    ...(isGrouped('platform') || platforms.length === 0 ? [] : [anyOf('platform', platforms)]),
    ...(group === undefined ? [] : [criterionOf(group)]),
    { field: fieldOfProperty(qualifiedName), operator: 'EXISTS', values: [], isNegated: true },
  ];
  // Without a view, which could hide some of them.
  return searchAddress({ filters: { base, groups: [] }, view: '' });
}

function criterionOf({ field, value }: GroupChoice): Criterion {
  return value === undefined
    ? { field, operator: 'EXISTS', values: [], isNegated: true }
    : anyOf(field, [value]);
}

function anyOf(field: string, values: readonly string[]): Criterion {
  return { field, operator: 'EQUAL', values, isNegated: false };
}
