import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { ButtonLink } from '../../components/controls/button.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Breadcrumbs } from '../../components/layout/breadcrumbs.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { proposalQuery } from '../../features/proposals/proposal-data.ts';
import { ProposalView } from '../../features/proposals/proposal-view.tsx';
import { urnOfStep } from '../../urls/paths.ts';

/** The page of a proposal by its id. */
export function ProposalPage(): ReactNode {
  const { id: step = '' } = useParams();
  const id = urnOfStep(step);
  const { data, error, refetch } = useQuery(proposalQuery(id));
  if (data) return <ProposalView key={id} proposal={data} />;
  return (
    <Page
      title={data === null ? 'Not found' : 'Proposal'}
      above={<Breadcrumbs steps={[{ to: '/proposals', text: 'Review' }]} />}
    >
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={8} />}
      {data === null && (
        <EmptyState
          title="This proposal does not exist"
          actions={<ButtonLink to="/proposals">All proposals</ButtonLink>}
        >
          <p>Or it is about entities that you may not see.</p>
        </EmptyState>
      )}
    </Page>
  );
}
