import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { messageOf } from '../../api/api-error.ts';
import { RefusedButton } from '../../components/controls/button.tsx';
import { InPlace } from '../../components/fields/in-place.tsx';
import { ValueRow } from '../../components/data/value-rows.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Soft } from '../../components/layout/layout.tsx';
import { Icon } from '../../components/icons/icon.tsx';
import { EditButton } from '../rights/edit-button.tsx';
import type { Right } from '../rights/right.ts';
import { Conflict } from './conflict.tsx';
import type { PropertyDefinition, Value } from './property-definition.ts';
import { PropertyValues } from './property-values.tsx';
import { ValuesChangedError, saveValues } from './save-values.ts';
import { ValueEditor } from './value-editor.tsx';

/** The values of one structured property of an entity as a row of {@link ValueRows}, edited in place and saved separately. */
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
  /** The current values. */
  readonly values: readonly Value[];
  /** Whether the person may assign the property. */
  readonly right: Right;
  /** The shown name; default: the property's name as text. */
  readonly name?: ReactNode;
}): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const close = (): void => {
    setEditing(false);
    setWasEdited(true);
  };
  const isFixed = definition.isImmutable && values.length > 0;
  const canEdit = right.state === 'allowed' && !isFixed;
  const open = (): void => {
    setEditing(true);
  };
  return (
    <ValueRow
      name={name ?? <NameText>{definition.name}</NameText>}
      help={definition.description}
      onEdit={canEdit ? open : undefined}
      editor={
        isEditing ? <Editor urn={urn} definition={definition} shown={values} onClose={close} /> : undefined
      }
      action={
        isFixed ? (
          <FixedMark name={definition.name} />
        ) : (
          <EditButton right={right} label={`Edit ${definition.name}`} autoFocus={wasEdited} onPress={open} />
        )
      }
    >
      <PropertyValues definition={definition} values={values} />
    </ValueRow>
  );
}

/** Says that a value cannot be changed. */
function FixedMark({ name }: { readonly name: string }): ReactNode {
  return (
    <RefusedButton
      look="quiet"
      label={`Edit ${name}`}
      reason="This property is immutable: its value cannot be changed once set."
    >
      <Icon name="key" />
    </RefusedButton>
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
  // The values when editing began: a refetch must not hide that they have changed since.
  const [before] = useState(shown);
  const [draft, setDraft] = useState(shown);
  const [problem, setProblem] = useState<string>();
  const propertyUrn = definition.urn;
  // A choice of one value is complete, unless it cannot be changed again.
  const savesChoice =
    !definition.isMultiple &&
    !definition.isImmutable &&
    (definition.allowedValues !== undefined || definition.valueType === 'urn');
  const renew = (): Promise<void> => client.invalidateQueries({ queryKey: ['entity', urn] });
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({
      replaced,
      next,
    }: {
      readonly replaced: readonly Value[];
      readonly next: readonly Value[];
    }) => saveValues({ urn, propertyUrn, before: replaced, values: next }),
    onSuccess: async (_, { replaced, next }) => {
      await renew();
      onClose();
      const undo = (): void => {
        saveValues({ urn, propertyUrn, before: next, values: replaced })
          .then(renew)
          .then(
            () => {
              showToast(`${definition.name} restored`);
            },
            (failure: unknown) => {
              showToast(`Undo failed: ${messageOf(failure)}`);
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
        mutate({ replaced: before, next: draft });
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
          const [chosen] = values;
          if (savesChoice && chosen !== undefined && chosen !== before[0])
            mutate({ replaced: before, next: values });
        }}
        isLabelHidden
        autoFocus
      />
      {definition.isImmutable && (
        <Soft>This property is immutable: you cannot change its value after saving.</Soft>
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
            mutate({ replaced: changed, next: draft });
          }}
        />
      )}
      {error !== null && changed === undefined && <ErrorNotice error={error} />}
    </InPlace>
  );
}
