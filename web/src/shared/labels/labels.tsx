import { useState, type ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Chips } from '../../components/controls/chips.tsx';
import { loadedLater } from '../../components/feedback/loaded-later.tsx';
import { Soft } from '../../components/layout/layout.tsx';
import { EditableSection } from '../rights/editable-section.tsx';
import { SavedAtOnce } from '../../components/fields/in-place.tsx';
import type { Right } from '../rights/right.ts';
import { useMayPropose } from '../rights/use-rights.ts';
import { EntityPicker } from '../values/entity-picker.tsx';
import { EntityLinks } from '../values/property-values.tsx';
import type { EntityTypeName } from '../values/property-definition.ts';
import type { LabelEdits } from './label-edits.ts';
import { useEdit } from '../entities/use-edit.ts';

interface LabelsProps {
  readonly urn: string;
  readonly title: string;
  /** Name of one of them, `tag`. */
  readonly one: string;
  readonly labels: readonly string[];
  readonly types: readonly EntityTypeName[];
  readonly edits: LabelEdits;
  /** What they are called in a bulk edit; undefined: none changes them, so they cannot be proposed. */
  readonly field: string | undefined;
  /** At most one label; adding another replaces it. */
  readonly isSingle?: boolean;
  /** Urn of the entity whose right to be proposed about counts; default: the entity itself. */
  readonly holder?: string;
  /** Key of the query that reads them; default: that of the entity. */
  readonly queryKey?: readonly string[];
}

const ProposeLabels = loadedLater(
  async () => (await import('../proposals/propose-labels.tsx')).ProposeLabels,
);

/**
 * Tags, terms or the domain of an entity: links, or, while editing, chips and a picker. Saves each change at once; people who may not
 * edit propose them.
 */
export function Labels({ right, ...props }: LabelsProps & { readonly right: Right }): ReactNode {
  const { field, title, labels, urn, holder = urn } = props;
  const mayPropose = useMayPropose(holder);
  const nameOf = useEntityNames(labels);
  return (
    <EditableSection
      title={title}
      right={right}
      editor={(close) => <LabelsEditor {...props} nameOf={nameOf} onClose={close} />}
      proposal={
        mayPropose && field !== undefined
          ? (close) => <ProposeLabels {...props} field={field} onClose={close} />
          : undefined
      }
    >
      {labels.length === 0 ? (
        <Soft>{`No ${title.toLowerCase()}`}</Soft>
      ) : (
        <EntityLinks urns={labels} nameOf={nameOf} />
      )}
    </EditableSection>
  );
}

function LabelsEditor({
  urn,
  title,
  one,
  labels,
  types,
  edits,
  isSingle = false,
  queryKey,
  nameOf,
  onClose,
}: LabelsProps & {
  readonly nameOf: (urn: string) => string;
  readonly onClose: () => void;
}): ReactNode {
  // A new picker after each change.
  const [changes, setChanges] = useState(0);
  const { edit, isPending, error } = useEdit(urn, queryKey);
  const [before] = labels;
  const add = (label: string | undefined): void => {
    if (label === undefined || labels.includes(label)) return;
    const isReplaced = isSingle && before !== undefined;
    const undo = isReplaced ? () => edits.add(urn, before) : () => edits.remove(urn, label);
    const about = `${urn} ${isSingle ? title : label}`;
    edit({ done: `${title} changed`, run: () => edits.add(urn, label), undo, about }, () =>
      setChanges(changes + 1),
    );
  };
  const remove = (label: string): void => {
    const undo = (): Promise<unknown> => edits.add(urn, label);
    const about = `${urn} ${isSingle ? title : label}`;
    edit({ done: `${nameOf(label)} removed`, run: () => edits.remove(urn, label), undo, about }, () => {
      if (labels.length === 1) setChanges(changes + 1);
    });
  };
  return (
    <SavedAtOnce isPending={isPending} error={error} onClose={onClose}>
      <Chips
        label={title}
        items={labels.map((label) => ({ id: label, text: nameOf(label) }))}
        onRemove={remove}
      />
      <EntityPicker
        key={changes}
        label={isSingle ? `Set ${one}` : `Add a ${one}`}
        types={types}
        value={undefined}
        onChange={add}
        autoFocus
        opensOnFocus={labels.length === 0 && changes === 0}
      />
    </SavedAtOnce>
  );
}
