import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { DottedLink } from '../../../components/data/dotted-link.tsx';
import { proposalsQuery } from '../../../shared/proposals/proposals.ts';
import { useIsPageShown } from '../../../components/use-is-page-shown.ts';

/** A dotted chip that leads to the open proposals about an entity; nothing if there are none. */
export function OpenProposals({ urn }: { readonly urn: string }): ReactNode {
  const isShown = useIsPageShown();
  const { data } = useQuery({ ...proposalsQuery({ state: 'OPEN', urn, count: 0 }), enabled: isShown });
  const total = data?.total ?? 0;
  if (total === 0) return null;
  return (
    <DottedLink to={`/proposals?${new URLSearchParams({ urn })}`}>
      {counted(total, 'open proposal')}
    </DottedLink>
  );
}
