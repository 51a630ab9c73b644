import type { ReactNode } from 'react';
import { Select } from '../../../components/fields/choice.tsx';
import { TextField } from '../../../components/fields/fields.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { VALUE_COLORS, valueColor } from '../../../components/data/value-colors.ts';
import { ValueChip } from '../../../components/data/value-chip.tsx';
import type { AllowedValue, Draft } from '../definition/draft.ts';

/** Allowed values whose colors the form sets; more are set in YAML. */
const MOST_COLORED = 50;

/** Fields of the display: group, order, unit, and colors of allowed values. */
export function DisplayFields({
  draft,
  set,
  problem,
}: {
  readonly draft: Draft;
  readonly set: (members: Partial<Draft>) => void;
  readonly problem: string | undefined;
}): ReactNode {
  const colored = draft.allowedValues.filter(({ value }) => value !== '');
  return (
    <>
      <TextField
        label="Group"
        value={draft.group}
        onChange={(group) => set({ group })}
        placeholder="Privacy"
        help="Heading under which properties are listed together."
      />
      <TextField
        label="Order"
        value={draft.order}
        onChange={(order) => set({ order })}
        placeholder="10"
        help="A whole number. The smallest comes first; properties without one come last."
      />
      <TextField
        label="Unit"
        value={draft.unit}
        onChange={(unit) => set({ unit })}
        placeholder="days"
        help="Shown after each value."
      />
      {colored.length > MOST_COLORED && (
        <Soft>Colors of more than {MOST_COLORED} values are set in the YAML.</Soft>
      )}
      {colored.length <= MOST_COLORED &&
        colored.map((row) => (
          <ColorField
            key={row.key}
            row={row}
            onChange={(next) =>
              set({ allowedValues: draft.allowedValues.map((one) => (one.key === row.key ? next : one)) })
            }
          />
        ))}
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
    </>
  );
}

function ColorField({
  row,
  onChange,
}: {
  readonly row: AllowedValue;
  readonly onChange: (row: AllowedValue) => void;
}): ReactNode {
  return (
    <Stack gap={1}>
      <Select
        label={`Color of ${row.value}`}
        choices={[{ value: '', label: 'None' }, ...VALUE_COLORS]}
        value={row.color ?? ''}
        onChange={(color) => onChange({ ...row, color: valueColor(color) })}
      />
      {row.color !== undefined && (
        <Row>
          <ValueChip color={row.color}>{row.value}</ValueChip>
        </Row>
      )}
    </Stack>
  );
}
