import { useState, type ReactNode } from 'react';
import { Chips } from '../../components/controls/chips.tsx';
import type { EntityTypeName } from '../values/property-definition.ts';
import { EntityPicker } from '../values/entity-picker.tsx';
import { changesOfList, titleOf } from './proposed-changes.ts';
import { ProposeForm } from './propose-form.tsx';
import { useTitleNames } from './use-title-names.ts';

/** Proposes tags, terms or a domain for an entity. */
export function ProposeLabels({
  urn,
  title,
  one,
  field,
  labels,
  types,
  isSingle = false,
  onClose,
}: {
  readonly urn: string;
  readonly title: string;
  /** Name of one of them, `tag`. */
  readonly one: string;
  /** What they are called in a bulk edit. */
  readonly field: string;
  readonly labels: readonly string[];
  readonly types: readonly EntityTypeName[];
  readonly isSingle?: boolean;
  readonly onClose: () => void;
}): ReactNode {
  // The labels when the form opened: what others change meanwhile is not proposed back.
  const [before] = useState(labels);
  const [draft, setDraft] = useState(labels);
  // A new picker after each choice.
  const [added, setAdded] = useState(0);
  const { nameOf, subject } = useTitleNames(urn, [...before, ...draft]);
  const changes = changesOfList(field, before, draft, isSingle);
  return (
    <ProposeForm
      urn={urn}
      name={title.toLowerCase()}
      title={titleOf(`${title} of ${subject}`, changes, nameOf)}
      changes={changes}
      onClose={onClose}
    >
      <Chips
        label={title}
        items={draft.map((label) => ({ id: label, text: nameOf(label) }))}
        onRemove={(label) => setDraft(draft.filter((other) => other !== label))}
      />
      <EntityPicker
        key={added}
        label={isSingle ? `Set ${one}` : `Add a ${one}`}
        types={types}
        value={undefined}
        onChange={(label) => {
          if (label === undefined) return;
          setAdded(added + 1);
          setDraft(isSingle ? [label] : [...new Set([...draft, label])]);
        }}
        autoFocus
        opensOnFocus={draft.length === 0 && added === 0}
      />
    </ProposeForm>
  );
}
