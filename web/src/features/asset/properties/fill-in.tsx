import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { InPlace } from '../../../components/fields/in-place.tsx';
import { ErrorNotice, Notice } from '../../../components/feedback/notices.tsx';
import { showToast } from '../../../components/feedback/toasts.tsx';
import { Panel } from '../../../components/layout/layout.tsx';
import { Section } from '../../../components/layout/section.tsx';
import type { PropertyDefinition } from '../../../shared/values/property-definition.ts';
import { ValuesChangedError, saveChanges } from '../../../shared/values/save-values.ts';
import { ValueDrafts, useValueDrafts } from './value-drafts.tsx';

/** A form of all properties without a value, saved in one write; those that stay empty are not written. */
export function FillIn({
  urn,
  definitions,
  onSaved,
  onClose,
}: {
  readonly urn: string;
  readonly definitions: readonly PropertyDefinition[];
  /** Called with the urns of the properties that got a value. */
  readonly onSaved: (urns: readonly string[]) => void;
  readonly onClose: () => void;
}): ReactNode {
  const client = useQueryClient();
  const drafts = useValueDrafts(definitions);
  const { filled } = drafts;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      saveChanges(
        urn,
        filled.map(({ definition, values }) => ({ propertyUrn: definition.urn, before: [], values })),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['entity', urn] });
      showToast(`${counted(filled.length, 'property', 'properties')} saved`);
      onSaved(filled.map(({ definition }) => definition.urn));
    },
  });
  return (
    <Section title="Fill in">
      <Panel>
        <InPlace
          label="Fill in properties"
          onSave={() => {
            mutate();
          }}
          onCancel={onClose}
          isPending={isPending}
          isDisabled={drafts.isIncomplete}
        >
          <ValueDrafts drafts={drafts}>
            {error instanceof ValuesChangedError && (
              <Notice tone="bad">
                <p>
                  Someone else filled in one of these properties meanwhile. Nothing was saved: cancel to see
                  their value.
                </p>
              </Notice>
            )}
            {error !== null && !(error instanceof ValuesChangedError) && <ErrorNotice error={error} />}
          </ValueDrafts>
        </InPlace>
      </Panel>
    </Section>
  );
}
