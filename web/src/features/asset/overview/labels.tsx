import { useState, type ReactNode } from 'react';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Chips } from '../../../components/controls/chips.tsx';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { EditButton } from '../../../shared/rights/edit-button.tsx';
import type { Right } from '../../../shared/rights/right.ts';
import { EntityPicker } from '../../../shared/values/entity-picker.tsx';
import { EntityLinks } from '../../../shared/values/property-values.tsx';
import type { EntityTypeName } from '../../../shared/values/property-definition.ts';
import type { LabelEdits } from './label-edits.ts';
import { useEdit } from '../../../shared/entities/use-edit.ts';

/** Tags, terms or the domain of an entity: links, or, while editing, chips and a picker. Saves each change at once. */
export function Labels({
  urn,
  title,
  one,
  labels,
  types,
  edits,
  right,
  isSingle = false,
}: {
  readonly urn: string;
  readonly title: string;
  /** Name of one of them, `tag`. */
  readonly one: string;
  readonly labels: readonly string[];
  readonly types: readonly EntityTypeName[];
  readonly edits: LabelEdits;
  readonly right: Right;
  /** At most one label; adding another replaces it. */
  readonly isSingle?: boolean;
}): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  // A new picker after each change.
  const [changes, setChanges] = useState(0);
  const nameOf = useEntityNames(labels);
  const { edit, isPending, error } = useEdit(urn);
  const [before] = labels;
  const close = (): void => {
    setEditing(false);
    setWasEdited(true);
  };
  return (
    <Section
      title={title}
      action={
        !isEditing && (
          <EditButton
            right={right}
            label={`Edit ${title.toLowerCase()}`}
            autoFocus={wasEdited}
            onPress={() => {
              setEditing(true);
            }}
          />
        )
      }
    >
      {!isEditing &&
        (labels.length === 0 ? <Soft>none</Soft> : <EntityLinks urns={labels} nameOf={nameOf} />)}
      {isEditing && (
        <div
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
          }}
        >
          <Stack gap={2}>
            <Chips
              label={title}
              items={labels.map((label) => ({ id: label, text: nameOf(label) }))}
              onRemove={(label) => {
                const undo = (): Promise<unknown> => edits.add(urn, label);
                edit({ done: `${nameOf(label)} removed`, run: () => edits.remove(urn, label), undo }, () => {
                  if (labels.length === 1) setChanges(changes + 1);
                });
              }}
            />
            <EntityPicker
              key={changes}
              label={isSingle ? `Set ${one}` : `Add a ${one}`}
              types={types}
              value={undefined}
              onChange={(label) => {
                if (label === undefined || labels.includes(label)) return;
                const undo =
                  isSingle && before !== undefined
                    ? () => edits.add(urn, before)
                    : () => edits.remove(urn, label);
                edit({ done: `${title} changed`, run: () => edits.add(urn, label), undo }, () => {
                  setChanges(changes + 1);
                });
              }}
              autoFocus
              opensOnFocus={labels.length === 0 && changes === 0}
            />
            {error !== null && <ErrorNotice error={error} />}
            <Row>
              <Button onPress={close} isPending={isPending}>
                Done
              </Button>
            </Row>
          </Stack>
        </div>
      )}
    </Section>
  );
}
