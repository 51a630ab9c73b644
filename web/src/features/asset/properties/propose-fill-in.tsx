import { useState, type ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { InPlace } from '../../../components/fields/in-place.tsx';
import { Panel } from '../../../components/layout/layout.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { changeTo } from '../../../shared/proposals/proposed-changes.ts';
import { ReasonField } from '../../../shared/proposals/reason-field.tsx';
import { usePropose } from '../../../shared/proposals/use-propose.ts';
import { useTitleNames } from '../../../shared/proposals/use-title-names.ts';
import type { PropertyDefinition } from '../../../shared/values/property-definition.ts';
import { ValueDrafts, useValueDrafts } from './value-drafts.tsx';

/** Names in a title. */
const NAMED = 3;

/** A form of all properties without a value, for people who may not fill them in: one proposal. */
export function ProposeFillIn({
  urn,
  definitions,
  onClose,
}: {
  readonly urn: string;
  readonly definitions: readonly PropertyDefinition[];
  readonly onClose: () => void;
}): ReactNode {
  const drafts = useValueDrafts(definitions);
  const [reason, setReason] = useState('');
  const { subject } = useTitleNames(urn);
  const { mutate, isPending, error } = usePropose(onClose);
  const { filled } = drafts;
  const names = filled.map(({ definition }) => definition.name);
  const what = names.length > NAMED ? counted(names.length, 'property', 'properties') : named(names);
  return (
    <Section title="Propose values">
      <Panel>
        <InPlace
          label="Propose values of properties"
          saveLabel="Propose"
          isPending={isPending}
          isDisabled={drafts.isIncomplete}
          onCancel={onClose}
          onSave={() =>
            mutate({
              title: `${what} of ${subject}`,
              reason,
              edit: {
                urns: [urn],
                changes: filled.map(({ definition, values }) => changeTo(definition.urn, values.map(String))),
              },
              about: `${urn} values`,
            })
          }
        >
          <ValueDrafts drafts={drafts}>
            <ReasonField reason={reason} onChange={setReason} />
            {error !== null && <ErrorNotice error={error} />}
          </ValueDrafts>
        </InPlace>
      </Panel>
    </Section>
  );
}

function named(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}
