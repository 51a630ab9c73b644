import type { ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { Table } from '../../components/data/table.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';

/** A table of users and groups, each with a button that removes it. */
export function RemovablePeople({
  label,
  urns,
  removal,
  onRemove,
}: {
  readonly label: string;
  readonly urns: readonly string[];
  /** What the button does, before the name: `Remove role from`. */
  readonly removal: string;
  /** Absent without the right to remove them. */
  readonly onRemove: ((urn: string) => void) | undefined;
}): ReactNode {
  const nameOfUrn = useEntityNames(urns);
  return (
    <Table
      label={label}
      items={urns}
      keyOf={(urn) => urn}
      columns={[
        { id: 'name', label: 'Name', render: (urn) => <EntityLink urn={urn} name={nameOfUrn(urn)} /> },
        {
          id: 'remove',
          label: 'Actions',
          isLabelHidden: true,
          isNumeric: true,
          render: (urn) =>
            onRemove && (
              <Button look="quiet" label={`${removal} ${nameOfUrn(urn)}`} onPress={() => onRemove(urn)}>
                Remove
              </Button>
            ),
        },
      ]}
    />
  );
}
