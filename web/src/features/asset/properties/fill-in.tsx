import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { InPlace } from '../../../components/fields/in-place.tsx';
import { ErrorNotice, Notice } from '../../../components/feedback/notices.tsx';
import { showToast } from '../../../components/feedback/toasts.tsx';
import { Panel, Soft, Stack } from '../../../components/layout/layout.tsx';
import { Section } from '../../../components/layout/section.tsx';
import type { PropertyDefinition, Value } from '../../../shared/values/property-definition.ts';
import { ValuesChangedError, saveChanges } from '../../../shared/values/save-values.ts';
import { ValueEditor } from '../../../shared/values/value-editor.tsx';

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
  // The properties when the form opened: one that someone else fills in meanwhile keeps its field.
  const [fields] = useState(definitions);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, readonly Value[]>>(new Map());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const filled = [...drafts].filter(([, values]) => values.length > 0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      saveChanges(
        urn,
        filled.map(([propertyUrn, values]) => ({ propertyUrn, before: [], values })),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['entity', urn] });
      showToast(`${counted(filled.length, 'property', 'properties')} saved`);
      onSaved(filled.map(([propertyUrn]) => propertyUrn));
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
          isDisabled={filled.length === 0 || problems.size > 0}
        >
          <Stack gap={4}>
            {fields.map((definition, index) => (
              <div key={definition.urn}>
                <ValueEditor
                  definition={definition}
                  values={drafts.get(definition.urn) ?? []}
                  {...(definition.description !== undefined && { help: definition.description })}
                  autoFocus={index === 0}
                  onChange={(values, problem) => {
                    setDrafts(new Map([...drafts, [definition.urn, values]]));
                    const others = [...problems].filter(([property]) => property !== definition.urn);
                    setProblems(
                      new Map(problem === undefined ? others : [...others, [definition.urn, problem]]),
                    );
                  }}
                />
                {definition.isImmutable && (
                  <Soft>This property is immutable: you cannot change its value after saving.</Soft>
                )}
              </div>
            ))}
            {error instanceof ValuesChangedError && (
              <Notice tone="bad">
                <p>
                  Someone else filled in one of these properties meanwhile. Nothing was saved: cancel to see
                  their value.
                </p>
              </Notice>
            )}
            {error !== null && !(error instanceof ValuesChangedError) && <ErrorNotice error={error} />}
          </Stack>
        </InPlace>
      </Panel>
    </Section>
  );
}
