import type { ReactNode } from 'react';
import { Page } from '../../components/layout/layout.tsx';
import { ProposalList } from '../../features/proposals/proposal-list.tsx';

/** Proposed changes: those to review, and all others that the person may see. */
export function ProposalsPage(): ReactNode {
  return (
    <Page
      title="Review"
      lead="Changes that people and programs propose. Anyone who may make a change may approve it."
    >
      <ProposalList />
    </Page>
  );
}
