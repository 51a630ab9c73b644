import { entityTypeWord } from '../../api/names/entity-type-label.ts';
import type { Criterion } from '../../shared/search/filters.ts';
import { searchAddress } from '../../shared/search/search-address.ts';
import { is, reachCriteria, type PropertyCounts, type RestOfMonth } from './counts.ts';
import { numberText } from '../../components/number-text.ts';
import type { CountedProperty } from './start-data.ts';

/** Something that a person's assets need. */
export interface Need {
  readonly id: string;
  readonly text: string;
  /** Address of exactly these assets. */
  readonly to: string;
  readonly kind: 'due' | 'missing';
}

/** What the person's assets need: dates of this month first, then missing values, most first. */
export function needsOf(
  counts: readonly PropertyCounts[],
  owners: readonly string[],
  month: RestOfMonth,
): readonly Need[] {
  const due = counts
    .filter(({ mine }) => mine.due > 0)
    .map(({ mine, property }) => dueNeed(property, mine.due, owners, month));
  const missing = counts
    .filter(({ mine, property }) => property.isShown && mine.missing > 0)
    .sort((a, b) => b.mine.missing - a.mine.missing)
    .map(({ mine, property }) => missingNeed(property, mine.missing, owners));
  return [...due, ...missing];
}

/** Address of the assets that a property applies to and that have no value; of all owners without `owners`. */
export function gapAddress(property: CountedProperty, owners?: readonly string[]): string {
  return addressOf(property, owners, [
    { field: property.field, operator: 'EXISTS', values: [], isNegated: true },
  ]);
}

function missingNeed(property: CountedProperty, count: number, owners: readonly string[]): Need {
  return {
    id: `missing ${property.urn}`,
    kind: 'missing',
    text: `${countedAssets(property, count)} ${count === 1 ? 'has' : 'have'} no ${property.name}`,
    to: gapAddress(property, owners),
  };
}

function dueNeed(
  property: CountedProperty,
  count: number,
  owners: readonly string[],
  { from, to }: RestOfMonth,
): Need {
  return {
    id: `due ${property.urn}`,
    kind: 'due',
    text: `${property.name} of ${countedAssets(property, count)} is this month`,
    to: addressOf(property, owners, [
      { field: property.field, operator: 'GREATER_THAN_OR_EQUAL_TO', values: [from], isNegated: false },
      { field: property.field, operator: 'LESS_THAN', values: [to], isNegated: false },
    ]),
  };
}

function addressOf(
  property: CountedProperty,
  owners: readonly string[] | undefined,
  criteria: readonly Criterion[],
): string {
  const base = [
    ...reachCriteria(property),
    ...(owners === undefined ? [] : [is('owners', owners)]),
    ...criteria,
  ];
  // Without a view: the default one would hide some of the counted assets.
  return searchAddress({ filters: { base, groups: [] }, view: '' });
}

/** `12 of your datasets`; `1 of your assets` where the property applies to several types. */
function countedAssets({ types }: CountedProperty, count: number): string {
  const [only, ...others] = types;
  const word = only === undefined || others.length > 0 ? 'asset' : entityTypeWord(only);
  return `${numberText(count)} of your ${word}s`;
}
