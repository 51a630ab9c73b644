import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorNotice, Notice } from '../../../components/feedback/notices.tsx';
import { FootedPanel } from '../../../components/layout/form-section.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { ReasonField } from '../../../shared/proposals/reason-field.tsx';
import { DifferenceList } from '../definition/difference-list.tsx';
import type { StoredProperty } from '../definition/stored-property.ts';
import type { NewDefinition } from '../plan/plan.ts';
import { NOTHING_YET } from './nothing-yet.ts';
import { useDefinitionProposal } from './use-definition-proposal.ts';

/** What a changed definition proposes, with the reason, and the button that proposes it. */
export function ProposePanel({
  base,
  definition,
  idle,
  onRefused,
  onDone,
}: {
  readonly base: StoredProperty;
  /** The changed definition; undefined while there is nothing to propose. */
  readonly definition: NewDefinition | undefined;
  /** Text to show while there is nothing to propose. */
  readonly idle: string;
  /** Gets why the server refused it; null once that no longer applies. */
  readonly onRefused: (error: Error | null) => void;
  readonly onDone: () => void;
}): ReactNode {
  const [reason, setReason] = useState('');
  const proposal = useDefinitionProposal(base, definition, onDone);
  const error = proposal?.error ?? null;
  useEffect(() => onRefused(error), [error, onRefused]);
  return (
    <FootedPanel
      title="Proposal"
      foot={
        <Stack gap={3}>
          {error !== null && <ErrorNotice error={error} />}
          <ReasonField reason={reason} onChange={setReason} />
          <Row>
            <Button
              look="primary"
              isDisabled={proposal === undefined}
              isPending={proposal?.isPending === true}
              onPress={() => proposal?.propose(reason)}
            >
              Propose
            </Button>
          </Row>
        </Stack>
      }
    >
      {proposal === undefined ? <Soft>{idle}</Soft> : <DifferenceList differences={proposal.differences} />}
      {proposal !== undefined && proposal.losses.length > 0 && (
        <Notice tone="warn">
          {proposal.losses.map(({ text }) => (
            <p key={text}>{text}</p>
          ))}
          <p>
            <strong>Approving this clears the values of this property.</strong> Who reviews it sees how many.
          </p>
        </Notice>
      )}
      <Soft>{NOTHING_YET}</Soft>
    </FootedPanel>
  );
}
