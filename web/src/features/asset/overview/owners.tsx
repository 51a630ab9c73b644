import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../../components/text/name-text.tsx';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { entityPath } from '../../../urls/paths.ts';
import { entityTypeOf } from '../../../urls/urn.ts';
import { EditButton } from '../../../shared/rights/edit-button.tsx';
import type { Right } from '../../../shared/rights/right.ts';
import type { Owner } from '../../../shared/entities/entity-facts.ts';
import { OwnersField, ownershipName } from '../../../shared/entities/owners-field.tsx';
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

/** The owners of an entity by ownership type, edited in place. Saves each change at once. */
export function Owners({
  urn,
  owners,
  right,
}: {
  readonly urn: string;
  readonly owners: readonly Owner[];
  readonly right: Right;
}): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const nameOf = useEntityNames(owners.flatMap((owner) => [owner.urn, owner.typeUrn]));
  return (
    <Section
      title="Owners"
      action={
        !isEditing && (
          <EditButton
            right={right}
            label="Edit owners"
            autoFocus={wasEdited}
            onPress={() => {
              setEditing(true);
            }}
          />
        )
      }
    >
      {isEditing ? (
        <OwnersEditor
          urn={urn}
          owners={owners}
          nameOf={nameOf}
          onClose={() => {
            setEditing(false);
            setWasEdited(true);
          }}
        />
      ) : (
        owners.length === 0 && <Soft>none</Soft>
      )}
      {!isEditing && owners.length > 0 && (
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
    </Section>
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
  return (
    <div
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Stack gap={2}>
        <OwnersField
          owners={owners}
          autoFocus
          onAdd={(owner) => {
            edit({ done: 'Owner added', run: () => add(owner), undo: () => remove(owner) });
          }}
          onRemove={(owner) => {
            edit({
              done: `${nameOf(owner.urn)} removed`,
              run: () => remove(owner),
              undo: () => add(owner),
            });
          }}
        />
        {error !== null && <ErrorNotice error={error} />}
        <Row>
          <Button onPress={onClose} isPending={isPending}>
            Done
          </Button>
        </Row>
      </Stack>
    </div>
  );
}
