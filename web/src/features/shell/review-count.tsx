import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Hidden } from '../../components/layout/layout.tsx';
import { numberText } from '../../components/number-text.ts';
import { Badge } from '../../components/text/badge.tsx';
import { useIsPageShown } from '../../components/use-is-page-shown.ts';
import { proposalsQuery } from '../../shared/proposals/proposals.ts';

/** Time for the first page to load its own code and data, in ms. */
const FIRST_PAGE_MS = 1_000;
/** Interval of the count, in ms: following the change feed would refetch every page more often. */
const EVERY = 60_000;

const REVIEWABLE = { ...proposalsQuery({ state: 'OPEN', of: 'review', count: 0 }), meta: {} };

/** Number of open proposals that the person may decide, beside the section *Review*; nothing if there are none. */
export function ReviewCount(): ReactNode {
  const isShown = useIsPageShown(FIRST_PAGE_MS);
  const total = useQuery({ ...REVIEWABLE, enabled: isShown, refetchInterval: EVERY }).data?.total ?? 0;
  if (total === 0) return null;
  return (
    <>
      {' '}
      <Badge tone="accent">
        {numberText(total)}
        <Hidden> to review</Hidden>
      </Badge>
    </>
  );
}
