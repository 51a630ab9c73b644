import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Chip, Chips } from '../../components/controls/chip.tsx';
import { describeCriterion, describeGroup } from './describe-criterion.ts';
import type { Wording } from './describe-criterion.ts';
import { NO_FILTERS, criteriaOf } from './filters.ts';
import type { Filters } from './filters.ts';
import { withoutGroup } from './search-input.ts';

/** All filters in words, each with a button that takes it away. */
export function FilterChips({
  filters,
  wording,
  onChange,
}: {
  readonly filters: Filters;
  readonly wording: Wording;
  readonly onChange: (filters: Filters) => void;
}): ReactNode {
  const { base, groups } = filters;
  if (criteriaOf(filters).length === 0) return null;
  return (
    <Chips label="Filters">
      {base.map((criterion, index) => (
        <Chip
          key={index}
          text={describeCriterion(criterion, wording)}
          onRemove={() => {
            onChange({ ...filters, base: base.toSpliced(index, 1) });
          }}
        />
      ))}
      {groups.map((group, index) => (
        <Chip
          key={`or ${index}`}
          text={`${index > 0 ? 'or ' : ''}${describeGroup(group, wording)}`}
          onRemove={() => {
            onChange(withoutGroup(filters, index));
          }}
        />
      ))}
      <Button
        look="quiet"
        onPress={() => {
          onChange(NO_FILTERS);
        }}
      >
        Clear filters
      </Button>
    </Chips>
  );
}
