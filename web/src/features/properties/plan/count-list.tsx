import type { ReactNode } from 'react';
import { Facts } from '../../../components/data/table.tsx';
import { Stack } from '../../../components/layout/layout.tsx';
import type { Counts } from './plan.ts';

/** Groups shown. */
const MOST = 20;

/** Numbers of assets by group; nothing without groups. */
export function CountList({
  title,
  counts,
  labelOf,
}: {
  readonly title: string;
  readonly counts: Counts;
  readonly labelOf: (value: string) => string;
}): ReactNode {
  if (counts.length === 0) return null;
  return (
    <Stack gap={1}>
      <h3>{title}</h3>
      <Facts
        facts={counts
          .slice(0, MOST)
          .map(({ value, count }) => ({ label: labelOf(value), value: count.toLocaleString('en') }))}
      />
    </Stack>
  );
}

/** A value as plans write it, to show: `30` for `30.0`. */
export function valueLabel(value: string): string {
  return value.replace(/^(-?\d+)\.0$/, '$1');
}
