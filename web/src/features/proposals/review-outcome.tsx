import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { counted } from '../../components/counted.ts';
import { ButtonLink } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notices.tsx';
import { Row } from '../../components/layout/layout.tsx';
import { numberText } from '../../components/number-text.ts';
import { Ago } from '../../components/text/ago.tsx';
import { CutText } from '../../components/text/inline.tsx';
import { NameText } from '../../components/text/name-text.tsx';
import { titleInList, type ProposalState } from '../../shared/proposals/proposals.ts';
import { proposalPath } from '../../urls/paths.ts';
import type { Proposal } from './proposal-data.ts';
import { stateText } from './proposal-state.tsx';
import type { Neighbours } from './use-next-proposal.ts';

const TONES = {
  APPROVED: 'good',
  PARTLY_APPROVED: 'good',
  REJECTED: 'plain',
  WITHDRAWN: 'plain',
  EXPIRED: 'plain',
} as const;

/**
 * The state of a proposal that is no longer open, and the next one to review. Right after the person's own decision, the
 * focus is on the link to the next one.
 */
export function ReviewOutcome({
  proposal,
  neighbours: { left, next },
  hasDecided,
}: {
  readonly proposal: Proposal;
  readonly neighbours: Neighbours;
  readonly hasDecided: boolean;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const [takesFocus] = useState(hasDecided);
  useEffect(() => {
    if (takesFocus) (frame.current?.querySelector('a') ?? frame.current)?.focus();
  }, [takesFocus]);
  const { state } = proposal;
  if (state === 'OPEN') return null;
  return (
    <div ref={frame} tabIndex={-1}>
      <Notice tone={TONES[state]}>
        <Row gap={3}>
          <span>
            <Outcome proposal={proposal} state={state} />
          </span>
          {next ? (
            <ButtonLink to={proposalPath(next.id)}>
              <CutText>
                Next: <NameText>{titleInList(next)}</NameText>
              </CutText>
            </ButtonLink>
          ) : (
            <ButtonLink to="/proposals">All proposals</ButtonLink>
          )}
          {next && <span>{`${counted(left, 'proposal')} left to review`}</span>}
        </Row>
      </Notice>
    </div>
  );
}

function Outcome({
  proposal: { decidedAt, decidedBy, items },
  state,
}: {
  readonly proposal: Proposal;
  readonly state: Exclude<ProposalState, 'OPEN'>;
}): ReactNode {
  const nameOf = useEntityNames(decidedBy === undefined ? [] : [decidedBy]);
  return (
    <>
      {stateText(state)}
      {decidedBy !== undefined && (
        <>
          {' by '}
          <NameText>{nameOf(decidedBy)}</NameText>
        </>
      )}
      {decidedAt !== undefined && (
        <>
          {' '}
          <Ago time={decidedAt} />
        </>
      )}
      {state === 'PARTLY_APPROVED' && `: ${partText(items)}`}.
      {state === 'REJECTED' || state === 'WITHDRAWN' || state === 'EXPIRED' ? ' Nothing was changed.' : ''}
    </>
  );
}

/** How much of a proposal was approved, of what the person sees of it: `2 of 4 changes`. */
function partText(items: Proposal['items']): string {
  const approved = items.filter(({ decision }) => decision === 'APPROVED').length;
  return `${numberText(approved)} of ${counted(items.length, 'change')}`;
}
