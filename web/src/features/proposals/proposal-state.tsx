import type { ReactNode } from 'react';
import { Badge } from '../../components/text/badge.tsx';
import type { ProposalState } from '../../shared/proposals/proposals.ts';

const BADGES = {
  OPEN: { tone: 'accent', text: 'Open' },
  APPROVED: { tone: 'good', text: 'Approved' },
  PARTLY_APPROVED: { tone: 'good', text: 'Approved in part' },
  REJECTED: { tone: 'bad', text: 'Rejected' },
  WITHDRAWN: { tone: 'plain', text: 'Withdrawn' },
  EXPIRED: { tone: 'plain', text: 'Expired' },
} as const;

/** State of a proposal in words. */
export function stateText(state: ProposalState): string {
  return BADGES[state].text;
}

/** State of a proposal. */
export function StateBadge({ state }: { readonly state: ProposalState }): ReactNode {
  return <Badge tone={BADGES[state].tone}>{stateText(state)}</Badge>;
}
