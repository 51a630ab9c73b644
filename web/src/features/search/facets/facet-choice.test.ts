import { describe, expect, it } from 'vitest';
import { NOTHING_CHOSEN, choiceOf, isChosen, withChoice, withValue } from './facet-choice.ts';
import { alternativesOf, filtersOf, type Criterion } from '../../../shared/search/filters.ts';

const criterion = (field: string, operator: Criterion['operator'], ...values: string[]): Criterion => ({
  field,
  operator,
  values,
  isNegated: false,
});

describe('the choice in a facet', () => {
  it('converts to conditions and back', () => {
    const choice = { chosen: ['a', 'b'], excluded: ['c'], presence: 'any', from: '1', to: '5' } as const;
    expect(choiceOf(withChoice([], 'f', choice), 'f')).toEqual(choice);
    expect(withChoice(withChoice([], 'f', choice), 'f', NOTHING_CHOSEN)).toEqual([]);
  });

  it('keeps the order, and conditions that no facet shows', () => {
    const others = [
      criterion('g', 'EQUAL', 'x'),
      criterion('f', 'CONTAIN', 'y'),
      criterion('f', 'EQUAL', '2'),
    ];
    const group = [others[0], criterion('f', 'EQUAL', '1'), others[1], others[2]].flatMap((one) => one ?? []);
    expect(choiceOf(group, 'f').chosen).toEqual(['1']);
    expect(withChoice(group, 'f', { ...NOTHING_CHOSEN, chosen: ['3'] })).toEqual([
      others[0],
      criterion('f', 'EQUAL', '3'),
      others[1],
      others[2],
    ]);
  });

  it('cannot have a value both chosen and excluded', () => {
    const chosen = withValue({ ...NOTHING_CHOSEN, presence: 'none' }, 'a', 'chosen');
    expect(chosen).toEqual({ ...NOTHING_CHOSEN, chosen: ['a'] });
    expect(withValue(chosen, 'a', 'excluded')).toEqual({ ...NOTHING_CHOSEN, excluded: ['a'] });
    expect(isChosen(withValue(chosen, 'a', undefined))).toBe(false);
  });
});

describe('filters', () => {
  const [a, b, c] = [criterion('a', 'EXISTS'), criterion('b', 'EXISTS'), criterion('c', 'EXISTS')];
  it('distribute the base over the groups', () => {
    expect(alternativesOf({ base: [a], groups: [[b], [], [c]] })).toEqual([
      [a, b],
      [a, c],
    ]);
  });

  it('keep a single alternative where facets can edit it', () => {
    expect(filtersOf([[], [a, b]])).toEqual({ base: [a, b], groups: [] });
    expect(filtersOf([[a], [b]])).toEqual({ base: [], groups: [[a], [b]] });
    expect(filtersOf([])).toEqual({ base: [], groups: [] });
  });
});
