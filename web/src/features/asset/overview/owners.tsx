import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../../components/text/name-text.tsx';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { loadedLater } from '../../../components/feedback/loaded-later.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { entityPath } from '../../../urls/paths.ts';
import { entityTypeOf } from '../../../urls/urn.ts';
import { EditableSection } from '../../../shared/rights/editable-section.tsx';
import { SavedAtOnce } from '../../../components/fields/in-place.tsx';
import type { Right } from '../../../shared/rights/right.ts';
import { useMayPropose } from '../../../shared/rights/use-rights.ts';
import type { Owner } from '../../../shared/entities/entity-facts.ts';
import { OwnersField } from '../../../shared/entities/owners-field.tsx';
import { ownershipName } from '../../../shared/entities/ownership-name.ts';
import { useEdit } from '../../../shared/entities/use-edit.ts';

const ADD = graphql(`
  mutation addOwnerHere($input: AddOwnerInput!) {
    addOwner(input: $input)
  }
`);
const REMOVE = graphql(`
  mutation removeOwnerHere($input: RemoveOwnerInput!) {
    removeOwner(input: $input)
  }
`);

const ProposeOwners = loadedLater(
  async () => (await import('../../../shared/proposals/propose-owners.tsx')).ProposeOwners,
);

/** The owners of an entity by ownership type, edited in place. Saves each change at once; people who may not edit propose them. */
export function Owners({
  urn,
  owners,
  right,
}: {
  readonly urn: string;
  readonly owners: readonly Owner[];
  readonly right: Right;
}): ReactNode {
  const mayPropose = useMayPropose(urn);
  const nameOf = useEntityNames(owners.flatMap((owner) => [owner.urn, owner.typeUrn]));
  return (
    <EditableSection
      title="Owners"
      right={right}
      editor={(close) => <OwnersEditor urn={urn} owners={owners} nameOf={nameOf} onClose={close} />}
      proposal={
        mayPropose ? (close) => <ProposeOwners urn={urn} owners={owners} onClose={close} /> : undefined
      }
    >
      {owners.length === 0 ? (
        <Soft>No owners</Soft>
      ) : (
        <Stack gap={1}>
          {owners.map((owner) => (
            <div key={`${owner.typeUrn} ${owner.urn}`}>
              <Link href={entityPath(owner.urn)}>
                <NameText>{nameOf(owner.urn)}</NameText>
              </Link>{' '}
              <Soft>{ownershipName(nameOf, owner)}</Soft>
            </div>
          ))}
        </Stack>
      )}
    </EditableSection>
  );
}

function OwnersEditor({
  urn,
  owners,
  nameOf,
  onClose,
}: {
  readonly urn: string;
  readonly owners: readonly Owner[];
  readonly nameOf: (urn: string) => string;
  readonly onClose: () => void;
}): ReactNode {
  const { edit, isPending, error } = useEdit(urn);
  const add = (owner: Owner): Promise<unknown> =>
    query(ADD, {
      input: {
        resourceUrn: urn,
        ownerUrn: owner.urn,
        ownerEntityType: entityTypeOf(owner.urn) === 'corpGroup' ? 'CORP_GROUP' : 'CORP_USER',
        ownershipTypeUrn: owner.typeUrn,
      },
    });
  const remove = (owner: Owner): Promise<unknown> =>
    query(REMOVE, { input: { resourceUrn: urn, ownerUrn: owner.urn, ownershipTypeUrn: owner.typeUrn } });
  const partOf = (owner: Owner): string => `${urn} ${owner.urn} ${owner.typeUrn}`;
  return (
    <SavedAtOnce isPending={isPending} error={error} onClose={onClose}>
      <OwnersField
        owners={owners}
        autoFocus
        onAdd={(owner) =>
          edit({
            done: 'Owner added',
            run: () => add(owner),
            undo: () => remove(owner),
            about: partOf(owner),
          })
        }
        onRemove={(owner) =>
          edit({
            done: `${nameOf(owner.urn)} removed`,
            run: () => remove(owner),
            undo: () => add(owner),
            about: partOf(owner),
          })
        }
      />
    </SavedAtOnce>
  );
}
