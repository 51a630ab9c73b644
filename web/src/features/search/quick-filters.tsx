import type { ReactNode } from 'react';
import { ownUrns, useMe } from '../../api/me.ts';
import { Button } from '../../components/controls/button.tsx';
import { momentOf } from '../../shared/search/days.ts';
import type { Criterion, Filters } from '../../shared/search/filters.ts';
import { firstOfLast } from './describe-criterion.ts';
import './quick-filters.css';

/** Filters that people use every day, each switched by one press. */
export function QuickFilters({
  filters,
  onChange,
}: {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}): ReactNode {
  const me = useMe();
  const owned = { field: 'owners', isNegated: false };
  const quick: readonly { readonly label: string; readonly criterion: Criterion }[] = [
    ...(me === undefined
      ? []
      : [{ label: 'Mine', criterion: { ...owned, operator: 'EQUAL' as const, values: ownUrns(me) } }]),
    { label: 'Without owner', criterion: { ...owned, operator: 'EXISTS', values: [], isNegated: true } },
    {
      label: 'Modified this week',
      criterion: {
        field: 'lastModifiedAt',
        operator: 'GREATER_THAN_OR_EQUAL_TO',
        values: [String(momentOf(firstOfLast(7)))],
        isNegated: false,
      },
    },
  ];
  return (
    <div className="quick-filters" role="group" aria-label="Quick filters">
      {quick.map(({ label, criterion }) => {
        const isChosen = filters.base.some((chosen) => isSame(chosen, criterion));
        // Of those on one field, only one can be met.
        const rivals = quick.filter((other) => other.criterion.field === criterion.field);
        const rest = filters.base.filter(
          (chosen) => !rivals.some((rival) => isSame(chosen, rival.criterion)),
        );
        return (
          <Button
            key={label}
            isPressed={isChosen}
            onPress={() => {
              onChange({ ...filters, base: isChosen ? rest : [...rest, criterion] });
            }}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
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
