import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../api/entity-names.ts';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chips } from '../../components/controls/chips.tsx';
import { Select } from '../../components/controls/choice.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { Section } from '../../components/layout/section.tsx';
import { entityPath } from '../../urls/paths.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import { EditButton } from '../rights/edit-button.tsx';
import type { Right } from '../rights/right.ts';
import { EntityPicker } from '../values/entity-picker.tsx';
import type { Owner } from './entity-facts.ts';
import { useEdit } from './use-edit.ts';

const OWNERSHIP_TYPES = graphql(`
  query ownershipTypes {
    listOwnershipTypes(input: { count: 100 }) {
      ownershipTypes {
        urn
        info {
          name
          description
        }
      }
    }
  }
`);
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

const TECHNICAL = 'urn:li:ownershipType:__system__technical_owner';
const OWNER_TYPES = ['CORP_USER', 'CORP_GROUP'] as const;

/** The owners of an entity by type of ownership, edited in place; each change is saved at once. */
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
            <div key={keyOf(owner)}>
              <Link href={entityPath(owner.urn)}>
                <bdi>{nameOf(owner.urn)}</bdi>
              </Link>{' '}
              <Soft>{typeName(nameOf, owner)}</Soft>
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
  const { data: types = [] } = useQuery({
    queryKey: ['ownershipTypes'],
    queryFn: async ({ signal }) =>
      (await query(OWNERSHIP_TYPES, {}, signal)).listOwnershipTypes.ownershipTypes,
    staleTime: 60_000,
  });
  const [typeUrn, setTypeUrn] = useState(TECHNICAL);
  const [changes, setChanges] = useState(0);
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
        <Chips
          label="Owners"
          items={owners.map((owner) => ({
            id: keyOf(owner),
            text: `${nameOf(owner.urn)}, ${typeName(nameOf, owner)}`,
          }))}
          onRemove={(key) => {
            const owner = owners.find((candidate) => keyOf(candidate) === key);
            if (owner)
              edit({
                done: `${nameOf(owner.urn)} removed`,
                run: () => remove(owner),
                undo: () => add(owner),
              });
          }}
        />
        <Select
          label="Kind of ownership"
          choices={types.map((type) => ({
            value: type.urn,
            label: type.info?.name ?? type.urn,
            help: type.info?.description ?? undefined,
          }))}
          value={typeUrn}
          onChange={setTypeUrn}
        />
        <EntityPicker
          key={changes}
          label="Add an owner"
          types={OWNER_TYPES}
          value={undefined}
          onChange={(ownerUrn) => {
            if (ownerUrn === undefined) return;
            const owner = { urn: ownerUrn, typeUrn };
            edit({ done: 'Owner added', run: () => add(owner), undo: () => remove(owner) }, () => {
              setChanges(changes + 1);
            });
          }}
          autoFocus
          opensOnFocus={owners.length === 0}
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

function keyOf({ urn, typeUrn }: Owner): string {
  return `${typeUrn} ${urn}`;
}

/** Built-in types are called `Technical Owner`; those that have no name keep the one in the urn. */
function typeName(nameOf: (urn: string) => string, { typeUrn }: Owner): string {
  return nameOf(typeUrn)
    .replace(/^__system__/, '')
    .replaceAll('_', ' ');
}
