import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Chips } from '../../components/controls/chips.tsx';
import { Select, type Choice } from '../../components/fields/choice.tsx';
import { ChosenList } from '../../components/fields/chosen-list.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { EntitiesField } from '../entities/entities-field.tsx';
import { EntityPicker } from '../values/entity-picker.tsx';
import { CONDITIONS, type CriterionField } from './criterion-fields.ts';
import type { Criterion } from './policy-data.ts';

/** Conditions on entities, joined by AND. */
export function CriteriaField({
  fields,
  criteria,
  types,
  onChange,
}: {
  readonly fields: readonly CriterionField[];
  readonly criteria: readonly Criterion[];
  readonly types: readonly Choice[];
  readonly onChange: (criteria: readonly Criterion[]) => void;
}): ReactNode {
  return (
    <Stack gap={4}>
      {criteria.map((criterion, index) => (
        <CriterionRow
          key={index}
          number={index + 1}
          fields={fields}
          criterion={criterion}
          types={types}
          onChange={(changed) => {
            onChange(criteria.map((other, at) => (at === index ? changed : other)));
          }}
          onRemove={() => {
            onChange(criteria.filter((_, at) => at !== index));
          }}
        />
      ))}
      <Row>
        <Button
          onPress={() => {
            onChange([...criteria, emptyCriterion(fields)]);
          }}
        >
          Add condition
        </Button>
      </Row>
    </Stack>
  );
}

/** A condition on the first field, without values. */
export function emptyCriterion([first]: readonly CriterionField[]): Criterion {
  return { field: first?.value ?? '', condition: 'EQUALS', values: [] };
}

function CriterionRow({
  number,
  fields,
  criterion,
  types,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly fields: readonly CriterionField[];
  readonly criterion: Criterion;
  readonly types: readonly Choice[];
  readonly onChange: (criterion: Criterion) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const known = fields.find(({ value }) => value === criterion.field);
  const choices = known ? fields : [...fields, { value: criterion.field, label: criterion.field }];
  const withValues = (values: readonly string[]): void => {
    onChange({ ...criterion, values });
  };
  const label = `Values of condition ${number}`;
  const isText = criterion.condition === 'STARTS_WITH' || known === undefined || known.values === 'texts';
  return (
    <div role="group" aria-label={`Condition ${number}`}>
      <Stack gap={2}>
        <Row align="end">
          {choices.length > 1 && (
            <Select
              label="Field"
              choices={choices}
              value={criterion.field}
              onChange={(field) => {
                onChange({ field, condition: 'EQUALS', values: [] });
              }}
            />
          )}
          <Select
            label="Comparison"
            choices={known?.isWhole ? CONDITIONS.filter(({ value }) => value !== 'STARTS_WITH') : CONDITIONS}
            value={criterion.condition}
            onChange={(value) => {
              const condition = CONDITIONS.find((other) => other.value === value)?.value;
              if (condition !== undefined) onChange({ ...criterion, condition });
            }}
          />
          <Button look="quiet" label={`Remove condition ${number}`} onPress={onRemove}>
            Remove
          </Button>
        </Row>
        {criterion.field === 'STRUCTURED_PROPERTY' && known?.values === 'texts' && (
          <EntityPicker
            label="Property"
            types={['STRUCTURED_PROPERTY']}
            value={criterion.propertyUrn}
            onChange={(propertyUrn) => {
              const { propertyUrn: _before, ...rest } = criterion;
              onChange({ ...rest, ...(propertyUrn !== undefined && { propertyUrn }) });
            }}
          />
        )}
        {isText && <TextsField label={label} texts={criterion.values} onChange={withValues} />}
        {!isText && known.values === 'types' && (
          <ChosenList label={label} choices={types} chosen={criterion.values} onChange={withValues} />
        )}
        {!isText && typeof known.values === 'object' && (
          <EntitiesField label={label} types={known.values} urns={criterion.values} onChange={withValues} />
        )}
      </Stack>
    </div>
  );
}

function TextsField({
  label,
  texts,
  onChange,
}: {
  readonly label: string;
  readonly texts: readonly string[];
  readonly onChange: (texts: readonly string[]) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const add = (): void => {
    const value = text.trim();
    if (value !== '' && !texts.includes(value)) onChange([...texts, value]);
    setText('');
  };
  return (
    <Stack gap={1}>
      <Row align="end">
        <TextField label={label} value={text} onChange={setText} onEnter={add} />
        <Button onPress={add}>Add</Button>
      </Row>
      <Chips
        label={`Selected: ${label}`}
        items={texts.map((value) => ({ id: value, text: value }))}
        onRemove={(removed) => {
          onChange(texts.filter((value) => value !== removed));
        }}
      />
    </Stack>
  );
}
