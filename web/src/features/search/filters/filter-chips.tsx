import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Chips } from '../../../components/controls/chips.tsx';
import { Row } from '../../../components/layout/layout.tsx';
import { describeCriterion, describeGroup, type Wording } from './describe-criterion.ts';
import { NO_FILTERS, criteriaOf, type Filters } from '../../../shared/search/filters.ts';
import { withoutGroup } from '../search-input.ts';

/** Active filters as removable chips. */
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
  const chips = [
    ...base.map((criterion, index) => ({
      id: String(index),
      text: describeCriterion(criterion, wording),
      rest: { ...filters, base: base.toSpliced(index, 1) },
    })),
    ...groups.map((group, index) => ({
      id: `or ${String(index)}`,
      text: `${index > 0 ? 'or ' : ''}${describeGroup(group, wording)}`,
      rest: withoutGroup(filters, index),
    })),
  ];
  return (
    <Row>
      <Chips
        label="Filters"
        items={chips}
        onRemove={(removed) => {
          const chip = chips.find(({ id }) => id === removed);
          if (chip) onChange(chip.rest);
        }}
      />
      <Button
        look="quiet"
        onPress={() => {
          onChange(NO_FILTERS);
        }}
      >
        Clear filters
      </Button>
    </Row>
  );
}
