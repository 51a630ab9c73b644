import { useState, type ReactNode } from 'react';
import type { Owner } from '../entities/entity-facts.ts';
import { OwnersField } from '../entities/owners-field.tsx';
import { changesOfList, titleOf } from './proposed-changes.ts';
import { ProposeForm } from './propose-form.tsx';
import { useTitleNames } from './use-title-names.ts';

/** Separates the urn of an owner from that of the ownership type in a bulk edit. */
const AS = ' as ';

/** Proposes owners for an entity. */
export function ProposeOwners({
  urn,
  owners,
  onClose,
}: {
  readonly urn: string;
  readonly owners: readonly Owner[];
  readonly onClose: () => void;
}): ReactNode {
  const [before] = useState(owners);
  const [draft, setDraft] = useState(owners);
  const { nameOf, subject } = useTitleNames(
    urn,
    [...before, ...draft].map((owner) => owner.urn),
  );
  const changes = changesOfList('owners', before.map(textOf), draft.map(textOf));
  return (
    <ProposeForm
      urn={urn}
      name="owners"
      title={titleOf(`Owners of ${subject}`, changes, (text) => nameOf(text.split(AS)[0] ?? text))}
      changes={changes}
      onClose={onClose}
    >
      <OwnersField
        owners={draft}
        autoFocus
        onAdd={(owner) => setDraft([...draft.filter((other) => textOf(other) !== textOf(owner)), owner])}
        onRemove={(owner) => setDraft(draft.filter((other) => textOf(other) !== textOf(owner)))}
      />
    </ProposeForm>
  );
}

function textOf({ typeUrn, urn }: Owner): string {
  return urn + AS + typeUrn;
}
