import type { ReactNode } from 'react';
import { DayField, TextField } from '../../../components/fields/fields.tsx';
import type { DeprecationFacts } from '../../../shared/entities/entity-facts.ts';
import { EntityPicker } from '../../../shared/values/entity-picker.tsx';

/** A deprecation that says nothing. */
export const NOTHING: DeprecationFacts = { note: '', day: '', replacement: undefined };

/** Fields of a deprecation: note, day and replacement. */
export function DeprecationFields({
  facts,
  help,
  onChange,
}: {
  readonly facts: DeprecationFacts;
  /** What a note says. */
  readonly help: string;
  readonly onChange: (facts: DeprecationFacts) => void;
}): ReactNode {
  return (
    <>
      <TextField
        label="Note"
        lines={3}
        autoFocus
        help={help}
        value={facts.note}
        onChange={(note) => onChange({ ...facts, note })}
      />
      <DayField label="Decommissioned on" value={facts.day} onChange={(day) => onChange({ ...facts, day })} />
      <EntityPicker
        label="Replacement"
        types={[]}
        value={facts.replacement}
        onChange={(replacement) => onChange({ ...facts, replacement })}
        opensOnFocus={false}
      />
    </>
  );
}
