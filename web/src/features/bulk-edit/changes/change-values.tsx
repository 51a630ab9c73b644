import type { ReactNode } from 'react';
import type { Owner } from '../../../shared/entities/entity-facts.ts';
import { OwnersField } from '../../../shared/entities/owners-field.tsx';
import type { Value } from '../../../shared/values/property-definition.ts';
import { ValueEditor } from '../../../shared/values/value-editor.tsx';
import { DeprecationFields } from './deprecation-fields.tsx';
import type { EditField } from '../edit-fields.ts';

/** Input for the values that a change adds, sets or removes; depends on the field. */
export function ChangeValues({
  field,
  action,
  values,
  onChange,
}: {
  readonly field: EditField;
  readonly action: string;
  readonly values: readonly Value[];
  readonly onChange: (values: readonly Value[], problem: string | undefined) => void;
}): ReactNode {
  if (field.id === 'deprecation') return <DeprecationFields values={values} onChange={onChange} />;
  if (field.id !== 'owners') {
    const { name } = field;
    const words = { add: `Add to ${name}`, set: `New value of ${name}`, remove: `Remove from ${name}` };
    return (
      <ValueEditor
        definition={field}
        values={values}
        addLabel={Object.entries(words).find(([one]) => one === action)?.[1] ?? name}
        {...(field.valueType === 'rich_text' && { help: `Markdown. ${helpOf(field)}`.trim() })}
        onChange={onChange}
      />
    );
  }
  const owners = values.map((value) => ownerOf(String(value)));
  return (
    <OwnersField
      owners={owners}
      label={{ set: 'New owner', remove: 'Owner to remove' }[action] ?? 'Add an owner'}
      onAdd={(owner) => {
        onChange([...new Set([...values, textOf(owner)])], undefined);
      }}
      onRemove={(owner) => {
        onChange(
          values.filter((value) => value !== textOf(owner)),
          undefined,
        );
      }}
    />
  );
}

function helpOf({ id }: EditField): string {
  return id === 'description' ? 'Replaces what people wrote, not a description from the source.' : '';
}

/** Separates the owner's urn from the ownership type's urn in a value. */
const AS = ' as ';

function textOf({ typeUrn, urn }: Owner): string {
  return urn + AS + typeUrn;
}

function ownerOf(text: string): Owner {
  const at = text.lastIndexOf(`${AS}urn:li:`);
  return { urn: text.slice(0, at), typeUrn: text.slice(at + AS.length) };
}
