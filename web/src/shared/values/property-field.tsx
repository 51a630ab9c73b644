import { useState, type ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { RefusedButton } from '../../components/controls/button.tsx';
import { InPlace } from '../../components/fields/in-place.tsx';
import { ValueRow } from '../../components/data/value-rows.tsx';
import { loadedLater } from '../../components/feedback/loaded-later.tsx';
import { Soft } from '../../components/layout/layout.tsx';
import { Icon } from '../../components/icons/icon.tsx';
import { useEdit } from '../entities/use-edit.ts';
import { EditButton, ProposeButton } from '../rights/edit-button.tsx';
import type { Right } from '../rights/right.ts';
import type { PropertyDefinition, Value } from './property-definition.ts';
import { InheritedValues, PropertyValues, type InheritedValue } from './property-values.tsx';
import { SaveProblem } from './save-problem.tsx';
import { ValuesChangedError, saveValues } from './save-values.ts';
import { ValueEditor } from './value-editor.tsx';

const ProposeValues = loadedLater(
  async () => (await import('../proposals/propose-values.tsx')).ProposeValues,
);

/** The values of one structured property of an entity as a row of {@link ValueRows}, edited in place and saved separately. */
export function PropertyField({
  urn,
  definition,
  values,
  right,
  name,
  inherited,
  problem,
  mayPropose = false,
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
  /** The value in effect, if it is not the entity's own. */
  readonly inherited?: InheritedValue | undefined;
  /** The rules that the values break, in words. */
  readonly problem?: string | undefined;
  /** Whether the person may propose values, where they may not assign them. */
  readonly mayPropose?: boolean;
}): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const close = (): void => {
    setEditing(false);
    setWasEdited(true);
  };
  const isInherited = inherited !== undefined && values.length === 0;
  const isFixed = definition.isImmutable && values.length > 0;
  const isProposed = right.state === 'refused' && mayPropose;
  const Shown = right.state === 'allowed' ? Editor : isProposed ? ProposeValues : undefined;
  const open = (): void => {
    setEditing(true);
  };
  return (
    <ValueRow
      name={name ?? <NameText>{definition.name}</NameText>}
      help={definition.description}
      // A press before the right is known counts once it is.
      onEdit={!isFixed && (Shown !== undefined || right.state === 'unknown') ? open : undefined}
      problem={problem}
      editor={
        isEditing && Shown !== undefined ? (
          <Shown urn={urn} definition={definition} shown={values} onClose={close} />
        ) : undefined
      }
      action={
        isFixed ? (
          <FixedMark name={definition.name} />
        ) : isProposed ? (
          <ProposeButton name={definition.name} autoFocus={wasEdited} onPress={open} />
        ) : (
          <EditButton
            right={right}
            label={isInherited ? `Override here: ${definition.name}` : `Edit ${definition.name}`}
            autoFocus={wasEdited}
            onPress={open}
          >
            {isInherited ? 'Override here' : undefined}
          </EditButton>
        )
      }
    >
      {!isInherited && <PropertyValues definition={definition} values={values} />}
      {inherited && (
        <InheritedValues definition={definition} inherited={inherited} isOverruling={!isInherited} />
      )}
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
  // The values when editing began: a refetch must not hide that they have changed since.
  const [before] = useState(shown);
  const [draft, setDraft] = useState(shown);
  const [problem, setProblem] = useState<string>();
  const { name, isImmutable, urn: propertyUrn } = definition;
  // A choice of one value is complete, unless it cannot be changed again.
  const savesChoice =
    !definition.isMultiple &&
    !isImmutable &&
    (definition.allowedValues !== undefined || definition.valueType === 'urn');
  const { edit, renew, isPending, error } = useEdit(urn);
  const save = (replaced: readonly Value[], next: readonly Value[]): void => {
    const undo = (): Promise<void> => saveValues({ urn, propertyUrn, before: next, values: replaced });
    edit(
      {
        done: `${name} saved`,
        run: () => saveValues({ urn, propertyUrn, before: replaced, values: next }),
        undo: isImmutable ? undefined : undo,
        undone: `${name} restored`,
        about: `${urn} ${propertyUrn}`,
      },
      onClose,
    );
  };
  const changed = error instanceof ValuesChangedError ? error : undefined;
  return (
    <InPlace
      label={`Edit ${name}`}
      onSave={() => save(before, draft)}
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
          if (savesChoice && chosen !== undefined && chosen !== before[0]) save(before, values);
        }}
        isLabelHidden
        autoFocus
      />
      {isImmutable && <Soft>This property is immutable: you cannot change its value after saving.</Soft>}
      <SaveProblem
        error={error}
        theirs={changed}
        mine={draft}
        name={name}
        show={(values) => <PropertyValues definition={definition} values={values} />}
        isPending={isPending}
        onKeepTheirs={() => {
          void renew();
          onClose();
        }}
        onSaveMine={(theirs) => save(theirs, draft)}
      />
    </InPlace>
  );
}
