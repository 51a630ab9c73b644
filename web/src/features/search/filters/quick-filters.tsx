import type { ReactNode } from 'react';
import { useOwnUrns } from '../../../api/person/own-urns.ts';
import { Toggles } from '../../../components/controls/toggles.tsx';
import { momentOf } from '../../../shared/search/days.ts';
import type { Criterion, Filters } from '../../../shared/search/filters.ts';
import { firstOfLast } from './describe-criterion.ts';

/** Filters that people use every day, each switched by one press. */
export function QuickFilters({
  filters,
  onChange,
}: {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}): ReactNode {
  const mine = useOwnUrns() ?? [];
  const owned = { field: 'owners', isNegated: false };
  const quick: readonly { readonly label: string; readonly criterion: Criterion }[] = [
    ...(mine.length === 0
      ? []
      : [{ label: 'Mine', criterion: { ...owned, operator: 'EQUAL' as const, values: mine } }]),
    { label: 'Without owner', criterion: { ...owned, operator: 'EXISTS', values: [], isNegated: true } },
    {
      label: 'Changed this week',
      criterion: {
        field: 'catalogModifiedAt',
        operator: 'GREATER_THAN_OR_EQUAL_TO',
        values: [String(momentOf(firstOfLast(7)))],
        isNegated: false,
      },
    },
  ];
  const toggles = quick.map(({ label, criterion }) => {
    const isOn = filters.base.some((chosen) => isSame(chosen, criterion));
    // Of those on one field, only one can be met.
    const rivals = quick.filter((other) => other.criterion.field === criterion.field);
    const rest = filters.base.filter((chosen) => !rivals.some((rival) => isSame(chosen, rival.criterion)));
    const onPress = (): void => {
      onChange({ ...filters, base: isOn ? rest : [...rest, criterion] });
    };
    return { label, isOn, onPress };
  });
  return <Toggles label="Quick filters" toggles={toggles} />;
}

function isSame(a: Criterion, b: Criterion): boolean {
  return (
    a.field === b.field &&
    a.operator === b.operator &&
    a.isNegated === b.isNegated &&
    a.values.length === b.values.length &&
    a.values.every((value) => b.values.includes(value))
  );
}
