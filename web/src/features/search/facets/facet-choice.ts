import type { Criterion, Group, Operator } from '../../../shared/search/filters.ts';

/** Selection in the facet of one field. */
export interface FacetChoice {
  /** Values of which an entity must have at least one. */
  readonly chosen: readonly string[];
  /** Values that an entity must not have. */
  readonly excluded: readonly string[];
  /** Whether the entity must have any value, or none. */
  readonly presence: 'any' | 'none' | undefined;
  /** Bounds of the value, both inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export const NOTHING_CHOSEN: FacetChoice = {
  chosen: [],
  excluded: [],
  presence: undefined,
  from: undefined,
  to: undefined,
};

/** Reads the selection of a field from the conditions: the first condition of each kind that its facet can show. */
export function choiceOf(group: Group, field: string): FacetChoice {
  const own = facetCriteria(group, field);
  const find = (operator: Operator, isNegated = false): Criterion | undefined =>
    own.find((criterion) => criterion.operator === operator && criterion.isNegated === isNegated);
  return {
    chosen: find('EQUAL')?.values ?? [],
    excluded: find('EQUAL', true)?.values ?? [],
    presence: find('EXISTS') ? 'any' : find('EXISTS', true) ? 'none' : undefined,
    from: find('GREATER_THAN_OR_EQUAL_TO')?.values[0],
    to: find('LESS_THAN_OR_EQUAL_TO')?.values[0],
  };
}

/** Replaces the selection of a field in the conditions; keeps conditions that its facet cannot show. */
export function withChoice(group: Group, field: string, choice: FacetChoice): Group {
  const make = (operator: Operator, values: readonly string[], isNegated = false): Criterion => ({
    field,
    operator,
    values,
    isNegated,
  });
  const { chosen, excluded, presence, from, to } = choice;
  const own = [
    ...(chosen.length > 0 ? [make('EQUAL', chosen)] : []),
    ...(excluded.length > 0 ? [make('EQUAL', excluded, true)] : []),
    ...(presence !== undefined ? [make('EXISTS', [], presence === 'none')] : []),
    ...(from !== undefined ? [make('GREATER_THAN_OR_EQUAL_TO', [from])] : []),
    ...(to !== undefined ? [make('LESS_THAN_OR_EQUAL_TO', [to])] : []),
  ];
  const before = new Set(facetCriteria(group, field));
  const at = group.findIndex((criterion) => before.has(criterion));
  const others = group.filter((criterion) => !before.has(criterion));
  return at < 0 ? [...others, ...own] : others.toSpliced(at, 0, ...own);
}

/** Whether the selection is not empty. */
export function isChosen({ chosen, excluded, presence, from, to }: FacetChoice): boolean {
  return chosen.length + excluded.length > 0 || (presence ?? from ?? to) !== undefined;
}

/** The selection with a value included, excluded, or neither. */
export function withValue(
  choice: FacetChoice,
  value: string,
  as: 'chosen' | 'excluded' | undefined,
): FacetChoice {
  const without = (values: readonly string[]): readonly string[] => values.filter((other) => other !== value);
  const chosen = without(choice.chosen);
  const excluded = without(choice.excluded);
  return {
    ...choice,
    chosen: as === 'chosen' ? [...chosen, value] : chosen,
    excluded: as === 'excluded' ? [...excluded, value] : excluded,
    // A selected value contradicts 'none'.
    presence: as === 'chosen' && choice.presence === 'none' ? undefined : choice.presence,
  };
}

const FACET_KINDS: readonly (readonly [Operator, boolean])[] = [
  ['EQUAL', false],
  ['EQUAL', true],
  ['EXISTS', false],
  ['EXISTS', true],
  ['GREATER_THAN_OR_EQUAL_TO', false],
  ['LESS_THAN_OR_EQUAL_TO', false],
];

/** Conditions that the facet of a field shows: the first of each kind. */
function facetCriteria(group: Group, field: string): readonly Criterion[] {
  return FACET_KINDS.flatMap(
    ([operator, isNegated]) =>
      group.find(
        (criterion) =>
          criterion.field === field && criterion.operator === operator && criterion.isNegated === isNegated,
      ) ?? [],
  );
}
