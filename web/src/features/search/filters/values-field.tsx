import { useState, type ReactNode } from 'react';
import { ComboBox } from '../../../components/fields/choice.tsx';
import { Chips } from '../../../components/controls/chips.tsx';
import { Stack } from '../../../components/layout/layout.tsx';
import { propertyOfField, valueLabel, type Field } from '../../../shared/search/fields.ts';
import { useUsedValues } from '../../../shared/values/use-used-values.ts';
import { useFacetValues } from '../facets/use-facet-values.ts';

/** Maximum suggestions. */
const SUGGESTED = 50;

/** Field for values: suggests existing ones, accepts others. */
export function ValuesField({
  field,
  values,
  nameOf,
  onChange,
}: {
  readonly field: Field;
  readonly values: readonly string[];
  readonly nameOf: (urn: string) => string;
  readonly onChange: (values: readonly string[]) => void;
}): ReactNode {
  const [text, setText] = useState('');
  // Of properties, the server finds values that contain the text; names of entities are compared here.
  const property = field.kind === 'urn' ? undefined : propertyOfField(field.name);
  const used = useUsedValues(property, text.trim());
  const { data } = useFacetValues([field], { query: '*', orFilters: [] }, 1_000, property === undefined);
  const words = text.trim().toLowerCase();
  const known =
    used?.map(({ value, count }) => {
      const written = String(value);
      return { value: written, count, label: valueLabel(field, written, nameOf) };
    }) ??
    data?.get(field.name) ??
    [];
  const found = known.filter(
    ({ value, label }) =>
      !values.includes(value) &&
      (property !== undefined || label.toLowerCase().includes(words) || value === text.trim()),
  );
  const add = (value: string | undefined): void => {
    if (value === undefined || value === '' || values.includes(value)) return;
    setText('');
    onChange([...values, value]);
  };
  const typed = text.trim();
  const isNew = typed !== '' && !found.some(({ value, label }) => value === typed || label === typed);
  return (
    <Stack gap={1}>
      <ComboBox
        label="Add a value"
        isLabelHidden
        placeholder="Add a value"
        value={undefined}
        text={text}
        onInput={setText}
        choices={[
          ...found.slice(0, SUGGESTED).map(({ value, label, count }) => ({
            value,
            label,
            help: count.toLocaleString('en'),
          })),
          ...(isNew ? [{ value: typed, label: typed, help: 'As typed' }] : []),
        ]}
        onChange={add}
      />
      <Chips
        label="Values"
        items={values.map((value) => ({ id: value, text: valueLabel(field, value, nameOf) }))}
        onRemove={(removed) => {
          onChange(values.filter((value) => value !== removed));
        }}
      />
    </Stack>
  );
}
