import type { ReactNode } from 'react';
import { DayField, TextField } from '../../../components/fields/fields.tsx';
import { Stack } from '../../../components/layout/layout.tsx';
import { EntityPicker } from '../../../shared/values/entity-picker.tsx';
import type { Value } from '../../../shared/values/property-definition.ts';
import { deprecationValues, partsOf } from '../../../shared/edits/deprecation-parts.ts';

/** Fields of a deprecation that a change sets: note, day and replacement, all optional. */
export function DeprecationFields({
  values,
  onChange,
}: {
  readonly values: readonly Value[];
  readonly onChange: (values: readonly Value[], problem: string | undefined) => void;
}): ReactNode {
  const parts = partsOf(values.map(String));
  const { decommissionTime, note, replacement } = parts;
  const set = (changed: Partial<typeof parts>): void => {
    onChange(deprecationValues({ ...parts, ...changed }), undefined);
  };
  return (
    <Stack>
      <TextField
        label="Note"
        lines={3}
        help="Why, and what to do. Optional."
        value={note}
        onChange={(next) => {
          set({ note: next });
        }}
      />
      <DayField
        label="Decommissioned on"
        value={decommissionTime}
        onChange={(next) => {
          set({ decommissionTime: next });
        }}
      />
      <EntityPicker
        label="Replacement"
        types={[]}
        value={replacement}
        onChange={(next) => {
          set({ replacement: next });
        }}
        opensOnFocus={false}
      />
    </Stack>
  );
}
