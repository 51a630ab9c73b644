import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { useMe } from '../../api/person/me.ts';
import { Button } from '../../components/controls/button.tsx';
import { useStepKeys } from '../../components/controls/row-keys.ts';
import { Notice } from '../../components/feedback/notices.tsx';
import { Breadcrumbs } from '../../components/layout/breadcrumbs.tsx';
import { Page, Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { Section } from '../../components/layout/section.tsx';
import { numberText } from '../../components/number-text.ts';
import { Ago } from '../../components/text/ago.tsx';
import { LongText } from '../../components/text/long-text.tsx';
import { Day } from '../../components/text/moment.tsx';
import { NameText } from '../../components/text/name-text.tsx';
import { useBulkEditRight } from '../../shared/rights/use-edit-right.ts';
import { proposalPath } from '../../urls/paths.ts';
import { ProposalComments } from './proposal-comments.tsx';
import type { Proposal } from './proposal-data.ts';
import { PlanEffects } from './plan-effects.tsx';
import { ProposalItems } from './proposal-items.tsx';
import { StateBadge } from './proposal-state.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewNotices } from './review-notices.tsx';
import { ReviewOutcome } from './review-outcome.tsx';
import { UndoApproval } from './undo/undo-approval.tsx';
import { UndoDefinitions } from './undo/undo-definitions.tsx';
import { useNextProposal } from './use-next-proposal.ts';
import { useReview, type Review } from './use-review.ts';

/** The page of a proposal: who proposes what and why, the comparison, and the decision. `j` and `k` open the next and the previous one. */
export function ProposalView({ proposal }: { readonly proposal: Proposal }): ReactNode {
  const me = useMe()?.corpUser.urn;
  // Who may write what the approval wrote may take it back; the preview says which parts.
  const mayEdit = useBulkEditRight().state === 'allowed';
  const review = useReview(proposal);
  const neighbours = useNextProposal(proposal.id);
  const [, navigate] = useLocation();
  useStepKeys((by) => {
    const other = by === 1 ? neighbours.next : neighbours.previous;
    if (other) navigate(proposalPath(other.id));
  });
  const { isOpen, selected, onSelect } = review;
  const { items, title } = proposal;
  return (
    <Page
      title={title}
      shownTitle={<NameText>{title}</NameText>}
      above={<Breadcrumbs steps={[{ to: '/proposals', text: 'Review' }]} />}
      lead={<Lead proposal={proposal} />}
      actions={<ReviewActions proposal={proposal} review={review} />}
    >
      <Stack gap={5}>
        <Stack>
          {!isOpen && (
            <ReviewOutcome
              key={proposal.state}
              proposal={proposal}
              neighbours={neighbours}
              hasDecided={review.hasDecided}
            />
          )}
          <PlanEffects proposal={proposal} />
          <ReviewNotices proposal={proposal} review={review} />
          {isOpen && review.approvable.length === 0 && !proposal.mayWithdraw && (
            <Notice>
              <p>You may not make these changes, so you cannot approve them. You can comment.</p>
            </Notice>
          )}
        </Stack>
        {items.length > 0 && (
          <Section
            title={isOpen ? 'Changes' : 'What was proposed'}
            action={<SelectedAction review={review} count={items.length} />}
          >
            <ProposalItems
              items={items}
              isOpen={isOpen}
              decidedAt={proposal.decidedAt}
              choice={isOpen && items.length > 1 ? { selected, onSelect } : undefined}
            />
          </Section>
        )}
        {proposal.runId !== undefined && (mayEdit || proposal.decidedBy === me) && (
          <Undo runId={proposal.runId} planCommit={proposal.planCommit} />
        )}
        <ProposalComments proposal={proposal} />
      </Stack>
    </Page>
  );
}

/** State, who and when, and the reason. */
function Lead({ proposal }: { readonly proposal: Proposal }): ReactNode {
  const { createdAt, expiresAt, proposer, reason, state } = proposal;
  const nameOf = useEntityNames([proposer]);
  return (
    <Stack gap={2}>
      <Row gap={3}>
        <StateBadge state={state} />
        <span>
          Proposed by <NameText>{nameOf(proposer)}</NameText> <Ago time={createdAt} />
        </span>
        {state === 'OPEN' && expiresAt !== undefined && (
          <Soft>
            Expires on <Day time={expiresAt} />
          </Soft>
        )}
      </Row>
      {reason !== '' && (
        <p>
          <LongText>{reason}</LongText>
        </p>
      )}
    </Stack>
  );
}

/** Approves the selected items only. */
function SelectedAction({
  review: { approvable, approve, isPending, selected },
  count,
}: {
  readonly review: Review;
  readonly count: number;
}): ReactNode {
  if (approvable.length === 0 || count === 1) return null;
  const chosen = approvable.map(({ id }) => id).filter((id) => selected.has(id));
  return (
    <Button isDisabled={chosen.length === 0} isPending={isPending} onPress={() => approve(chosen)}>
      {chosen.length === 0 ? 'Approve selected' : `Approve selected (${numberText(chosen.length)})`}
    </Button>
  );
}

/** Definitions are undone with the values that they cleared; the run of the approval has none of these. */
function Undo({
  planCommit,
  runId,
}: {
  readonly planCommit: number | undefined;
  readonly runId: string;
}): ReactNode {
  return planCommit === undefined ? <UndoApproval runId={runId} /> : <UndoDefinitions commit={planCommit} />;
}
