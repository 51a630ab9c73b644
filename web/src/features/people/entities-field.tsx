import { useState } from 'react';
import type { ReactNode } from 'react';
import { useEntityNames } from '../../api/entity-names.ts';
import { Chips } from '../../components/controls/chips.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { EntityPicker } from '../values/entity-picker.tsx';
import type { EntityTypeName } from '../values/property-definition.ts';

/** Chooses several entities of some types, one after the other. */
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
  // A new field after each choice: the next name can be typed at once.
  const [turn, setTurn] = useState(0);
  const nameOfUrn = useEntityNames(urns);
  return (
    <Stack gap={1}>
      <EntityPicker
        key={turn}
        label={label}
        help={help}
        types={types}
        value={undefined}
        autoFocus={turn > 0}
        // The list hides all else from a screen reader.
        opensOnFocus={turn === 0}
        onChange={(urn) => {
          if (urn === undefined) return;
          setTurn(turn + 1);
          if (!urns.includes(urn)) onChange([...urns, urn]);
        }}
      />
      <Chips
        label={`Chosen: ${label}`}
        items={urns.map((urn) => ({ id: urn, text: nameOfUrn(urn) }))}
        onRemove={(removed) => {
          onChange(urns.filter((urn) => urn !== removed));
        }}
      />
    </Stack>
  );
}
