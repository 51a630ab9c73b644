import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Hidden } from '../../components/layout/layout.tsx';
import { numberText } from '../../components/number-text.ts';
import { Badge } from '../../components/text/badge.tsx';
import { useIsPageShown } from '../../components/use-is-page-shown.ts';
import { REVIEWABLE_QUERY } from '../../shared/proposals/proposals.ts';

/** Time for the first page to load its own code and data, in ms. */
const FIRST_PAGE_MS = 1_000;
/** Interval of the count, in ms. */
const EVERY = 60_000;

/** Number of open proposals that the person may decide, beside the section *Review*; nothing if there are none. */
export function ReviewCount(): ReactNode {
  const isShown = useIsPageShown(FIRST_PAGE_MS);
  const total = useQuery({ ...REVIEWABLE_QUERY, enabled: isShown, refetchInterval: EVERY }).data?.total ?? 0;
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
