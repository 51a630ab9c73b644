import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { Chips } from '../../components/controls/chips.tsx';
import { Select } from '../../components/fields/choice.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { EntityPicker } from '../values/entity-picker.tsx';
import type { Owner } from './entity-facts.ts';
import { ownershipName } from './ownership-name.ts';

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
const TECHNICAL = 'urn:li:ownershipType:__system__technical_owner';
const OWNER_TYPES = ['CORP_USER', 'CORP_GROUP'] as const;

/** Owners as chips, and a field that adds one with an ownership type. Does not save. */
export function OwnersField({
  owners,
  label = 'Add an owner',
  autoFocus = false,
  onAdd,
  onRemove,
}: {
  readonly owners: readonly Owner[];
  /** Label of the field. */
  readonly label?: string;
  readonly autoFocus?: boolean;
  readonly onAdd: (owner: Owner) => void;
  readonly onRemove: (owner: Owner) => void;
}): ReactNode {
  const { data: types = [] } = useQuery({
    queryKey: ['ownershipTypes'],
    queryFn: async ({ signal }) =>
      (await query(OWNERSHIP_TYPES, {}, signal)).listOwnershipTypes.ownershipTypes,
    staleTime: 60_000,
  });
  const [typeUrn, setTypeUrn] = useState(TECHNICAL);
  // A new picker, with the focus, after each owner.
  const [added, setAdded] = useState(0);
  const nameOf = useEntityNames(owners.flatMap((owner) => [owner.urn, owner.typeUrn]));
  return (
    <Stack gap={2}>
      <Chips
        label="Owners"
        items={owners.map((owner) => ({
          id: keyOf(owner),
          text: `${nameOf(owner.urn)}, ${ownershipName(nameOf, owner)}`,
        }))}
        onRemove={(key) => {
          const owner = owners.find((candidate) => keyOf(candidate) === key);
          if (owner) onRemove(owner);
          if (owners.length === 1) setAdded(added + 1);
        }}
      />
      <Select
        label="Ownership type"
        choices={types.map((type) => ({
          value: type.urn,
          label: type.info?.name ?? type.urn,
          help: type.info?.description ?? undefined,
        }))}
        value={typeUrn}
        onChange={setTypeUrn}
      />
      <EntityPicker
        key={added}
        label={label}
        types={OWNER_TYPES}
        value={undefined}
        onChange={(urn) => {
          if (urn === undefined) return;
          setAdded(added + 1);
          onAdd({ urn, typeUrn });
        }}
        autoFocus={autoFocus || added > 0}
        // The open list hides everything else from screen readers.
        opensOnFocus={owners.length === 0 && added === 0}
      />
    </Stack>
  );
}

function keyOf({ urn, typeUrn }: Owner): string {
  return `${typeUrn} ${urn}`;
}
