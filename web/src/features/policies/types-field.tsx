import type { ReactNode } from 'react';
import { Chips } from '../../components/controls/chips.tsx';
import { ComboBox } from '../../components/controls/choice.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import type { KnownType } from './privilege-catalog.ts';

/** Chooses several types of entities. */
export function TypesField({
  label,
  help,
  types,
  chosen,
  onChange,
}: {
  readonly label: string;
  readonly help?: string;
  readonly types: readonly KnownType[];
  /** Names in the registry. */
  readonly chosen: readonly string[];
  readonly onChange: (types: readonly string[]) => void;
}): ReactNode {
  const labels = new Map(types.map((type) => [type.value, type.label]));
  return (
    <Stack gap={1}>
      <ComboBox
        key={chosen.length}
        label={label}
        help={help}
        placeholder="Type a name"
        value={undefined}
        choices={types.filter(({ value }) => !chosen.includes(value))}
        onChange={(type) => {
          if (type !== undefined) onChange([...chosen, type]);
        }}
      />
      <Chips
        label={`Chosen: ${label}`}
        items={chosen.map((type) => ({ id: type, text: labels.get(type) ?? type }))}
        onRemove={(removed) => {
          onChange(chosen.filter((type) => type !== removed));
        }}
      />
    </Stack>
  );
}
