import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProposalSummary } from '../../shared/proposals/proposals.ts';
import { REVIEW_QUEUE } from './proposal-data.ts';

/** The proposals beside one in the list of those to review; undefined if there is none. */
export interface Neighbours {
  readonly next: ProposalSummary | undefined;
  readonly previous: ProposalSummary | undefined;
  /** Number of proposals that are left to review, without this one. */
  readonly left: number;
}

/** The open proposals to review beside this one, in the order of the list. Its place there is kept once it is decided. */
export function useNextProposal(id: string): Neighbours {
  const { data } = useQuery(REVIEW_QUEUE);
  const queue = data?.proposals ?? [];
  const [order, setOrder] = useState<readonly string[]>([]);
  const ids = queue.map((proposal) => proposal.id);
  if (ids.includes(id) && ids.join() !== order.join()) setOrder(ids);
  const place = order.indexOf(id);
  const others = queue.filter((proposal) => proposal.id !== id);
  const found = (wanted: readonly string[]): ProposalSummary | undefined =>
    wanted.flatMap((one) => others.find((proposal) => proposal.id === one) ?? [])[0];
  return {
    next: found([...order.slice(place + 1), ...order.slice(0, Math.max(place, 0))]) ?? others[0],
    previous: found(order.slice(0, Math.max(place, 0)).toReversed()),
    left: (data?.total ?? 0) - (queue.length - others.length),
  };
}
