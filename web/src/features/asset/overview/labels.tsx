import { useState, type ReactNode } from 'react';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { Chips } from '../../../components/controls/chips.tsx';
import { loadedLater } from '../../../components/feedback/loaded-later.tsx';
import { Soft } from '../../../components/layout/layout.tsx';
import { EditableSection } from '../../../shared/rights/editable-section.tsx';
import { SavedAtOnce } from '../../../components/fields/in-place.tsx';
import type { Right } from '../../../shared/rights/right.ts';
import { EntityPicker } from '../../../shared/values/entity-picker.tsx';
import { EntityLinks } from '../../../shared/values/property-values.tsx';
import type { EntityTypeName } from '../../../shared/values/property-definition.ts';
import type { LabelEdits } from './label-edits.ts';
import { useEdit } from '../../../shared/entities/use-edit.ts';

interface LabelsProps {
  readonly urn: string;
  readonly title: string;
  /** Name of one of them, `tag`. */
  readonly one: string;
  readonly labels: readonly string[];
  readonly types: readonly EntityTypeName[];
  readonly edits: LabelEdits;
  /** What they are called in a bulk edit. */
  readonly field: string;
  /** At most one label; adding another replaces it. */
  readonly isSingle?: boolean;
}

const ProposeLabels = loadedLater(
  async () => (await import('../../../shared/proposals/propose-labels.tsx')).ProposeLabels,
);

/**
 * Tags, terms or the domain of an entity: links, or, while editing, chips and a picker. Saves each change at once; people who may not
 * edit propose them.
 */
export function Labels({
  right,
  mayPropose,
  ...props
}: LabelsProps & { readonly right: Right; readonly mayPropose: boolean }): ReactNode {
  const { title, labels } = props;
  const nameOf = useEntityNames(labels);
  return (
    <EditableSection
      title={title}
      right={right}
      editor={(close) => <LabelsEditor {...props} nameOf={nameOf} onClose={close} />}
      proposal={mayPropose ? (close) => <ProposeLabels {...props} onClose={close} /> : undefined}
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
  nameOf,
  onClose,
}: LabelsProps & {
  readonly nameOf: (urn: string) => string;
  readonly onClose: () => void;
}): ReactNode {
  // A new picker after each change.
  const [changes, setChanges] = useState(0);
  const { edit, isPending, error } = useEdit(urn);
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
