import type { ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Chips } from '../../components/controls/chips.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { EntityAdder } from '../values/entity-adder.tsx';
import type { EntityTypeName } from '../values/property-definition.ts';

/** Field that selects several entities of some types. */
export function EntitiesField({
  label,
  help,
  types,
  urns,
  onChange,
}: {
  readonly label: string;
  readonly help?: string | undefined;
  /** Empty for all types. */
  readonly types: readonly EntityTypeName[];
  readonly urns: readonly string[];
  readonly onChange: (urns: readonly string[]) => void;
}): ReactNode {
  const nameOfUrn = useEntityNames(urns);
  return (
    <Stack gap={1}>
      <EntityAdder
        label={label}
        help={help}
        types={types}
        onAdd={(urn) => {
          if (!urns.includes(urn)) onChange([...urns, urn]);
        }}
      />
      <Chips
        label={`Selected: ${label}`}
        items={urns.map((urn) => ({ id: urn, text: nameOfUrn(urn) }))}
        onRemove={(removed) => {
          onChange(urns.filter((urn) => urn !== removed));
        }}
      />
    </Stack>
  );
}
