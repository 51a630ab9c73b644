import { plainReason } from '../../api/reason.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { InPlace } from '../../components/controls/in-place.tsx';
import { LongText } from '../../components/data/long-text.tsx';
import { Record } from '../../components/data/records.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Soft } from '../../components/layout/layout.tsx';
import { EditButton } from '../rights/edit-button.tsx';
import type { Right } from '../rights/right.ts';
import { Conflict } from './conflict.tsx';
import type { PropertyDefinition, Value } from './property-definition.ts';
import { PropertyValues } from './property-values.tsx';
import { ValuesChangedError, saveValues } from './save-values.ts';
import { ValueEditor } from './value-editor.tsx';

/** The values of one structured property of an entity as a row of {@link Records}, edited in place and saved alone. */
export function PropertyField({
  urn,
  definition,
  values,
  right,
  name,
}: {
  /** Urn of the entity. */
  readonly urn: string;
  readonly definition: PropertyDefinition;
  /** The values that the entity has, as shown now. */
  readonly values: readonly Value[];
  /** Whether the person may assign the property. */
  readonly right: Right;
  /** The name as shown; default: the name of the property as text. */
  readonly name?: ReactNode;
}): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const close = (): void => {
    setEditing(false);
    setWasEdited(true);
  };
  const isFixed = definition.isImmutable && values.length > 0;
  const effective: Right = isFixed
    ? {
        state: 'refused',
        reason: plainReason('The property is immutable: once set, its value cannot be changed.'),
      }
    : right;
  return (
    <Record
      name={name ?? <bdi>{definition.name}</bdi>}
      {...(definition.description !== undefined && { note: <LongText>{definition.description}</LongText> })}
      action={
        !isEditing && (
          <EditButton
            right={effective}
            label={`Edit ${definition.name}`}
            autoFocus={wasEdited}
            onPress={() => {
              setEditing(true);
            }}
          />
        )
      }
    >
      {isEditing ? (
        <Editor urn={urn} definition={definition} shown={values} onClose={close} />
      ) : (
        <PropertyValues definition={definition} values={values} />
      )}
    </Record>
  );
}

function Editor({
  urn,
  definition,
  shown,
  onClose,
}: {
  readonly urn: string;
  readonly definition: PropertyDefinition;
  readonly shown: readonly Value[];
  readonly onClose: () => void;
}): ReactNode {
  const client = useQueryClient();
  // The values when editing began: a renewed page must not hide that they have changed meanwhile.
  const [before] = useState(shown);
  const [draft, setDraft] = useState(shown);
  const [problem, setProblem] = useState<string>();
  const propertyUrn = definition.urn;
  const renew = (): Promise<void> => client.invalidateQueries({ queryKey: ['entity', urn] });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (replaced: readonly Value[]) =>
      saveValues({ urn, propertyUrn, before: replaced, values: draft }),
    onSuccess: async (_, replaced) => {
      await renew();
      onClose();
      const undo = (): void => {
        saveValues({ urn, propertyUrn, before: draft, values: replaced })
          .then(renew)
          .then(
            () => {
              showToast(`${definition.name} is as it was`);
            },
            (failure: unknown) => {
              showToast(`${definition.name} could not be changed back: ${messageOf(failure)}`);
            },
          );
      };
      showToast(
        `${definition.name} saved`,
        definition.isImmutable ? undefined : { label: 'Undo', onPress: undo },
      );
    },
  });
  const changed = error instanceof ValuesChangedError ? error.current : undefined;
  return (
    <InPlace
      label={`Edit ${definition.name}`}
      onSave={() => {
        mutate(before);
      }}
      onCancel={onClose}
      isPending={isPending}
      isDisabled={problem !== undefined || changed !== undefined}
    >
      <ValueEditor
        definition={definition}
        values={draft}
        onChange={(values, wrong) => {
          setDraft(values);
          setProblem(wrong);
        }}
        isLabelHidden
        autoFocus
      />
      {definition.isImmutable && (
        <Soft>The property is immutable: once saved, its value cannot be changed.</Soft>
      )}
      {changed !== undefined && (
        <Conflict
          name={definition.name}
          theirs={<PropertyValues definition={definition} values={changed} />}
          mine={<PropertyValues definition={definition} values={draft} />}
          isPending={isPending}
          onKeepTheirs={() => {
            void renew();
            onClose();
          }}
          onSaveMine={() => {
            mutate(changed);
          }}
        />
      )}
      {error !== null && changed === undefined && <ErrorNotice error={error} />}
    </InPlace>
  );
}
