import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ComboBox, Select } from '../../../components/fields/choice.tsx';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Row, Stack } from '../../../components/layout/layout.tsx';
import { NO_CHANGE, usualChange, type Change } from './change.ts';
import { ChangeValues } from './change-values.tsx';
import { useEditFields, type EditField } from '../edit-fields.ts';

const OF_SEVERAL = [
  { value: 'add', label: 'Add' },
  { value: 'set', label: 'Replace all with' },
  { value: 'remove', label: 'Remove' },
  { value: 'clear', label: 'Remove all' },
];
const OF_ONE = [
  { value: 'set', label: 'Set to' },
  { value: 'add', label: 'Set where empty' },
  { value: 'remove', label: 'Remove if it is' },
  { value: 'clear', label: 'Clear' },
];
const OF_DEPRECATION = [
  { value: 'set', label: 'Deprecate' },
  { value: 'add', label: 'Deprecate where not deprecated' },
  { value: 'clear', label: 'No longer deprecated' },
];
/** Actions that a field with one value does not have. */
const MISSING: Readonly<Record<string, string>> = { domain: 'add', description: 'remove' };

/** Actions on a field; until one is chosen, those of fields with several values. */
function actionsOn(field: EditField | undefined): typeof OF_ONE {
  if (field === undefined || field.isMultiple) return OF_SEVERAL;
  if (field.id === 'deprecation') return OF_DEPRECATION;
  return OF_ONE.filter(({ value }) => value !== MISSING[field.id]);
}

/** Form of the fields to change, with an action and values for each. */
export function ChangeForm({
  changes,
  onChange,
}: {
  readonly changes: readonly Change[];
  readonly onChange: (changes: readonly Change[]) => void;
}): ReactNode {
  const { error, fields, isReady } = useEditFields();
  const choices = fields.map(({ id, name, help }) => ({ value: id, label: name, help }));
  const replace = (index: number, change: Change): void => {
    onChange(changes.map((one, i) => (i === index ? change : one)));
  };
  // A field reads its choices only once, and a new key would discard what was typed.
  if (!isReady && error === null) return <Skeleton lines={4} />;
  return (
    <Stack gap={4}>
      {error !== null && <ErrorNotice error={error} />}
      {changes.map((change, index) => (
        <Stack key={index} gap={2}>
          <Row align="end">
            <ComboBox
              label="Field"
              choices={choices}
              value={change.field}
              onChange={(field) => {
                const chosen = fields.find(({ id }) => id === field);
                replace(index, chosen ? usualChange(chosen) : { ...NO_CHANGE, field });
              }}
            />
            <Select
              label="Action"
              choices={actionsOn(fields.find(({ id }) => id === change.field))}
              value={change.action}
              onChange={(action) => {
                replace(index, { ...change, action });
              }}
            />
            {changes.length > 1 && (
              <Button
                look="quiet"
                label="Remove this field"
                onPress={() => {
                  onChange(changes.filter((_, i) => i !== index));
                }}
              >
                <span aria-hidden="true">✕</span>
              </Button>
            )}
          </Row>
          {change.action !== 'clear' &&
            fields
              .filter(({ id }) => id === change.field)
              .map((field) => (
                <ChangeValues
                  key={field.id}
                  field={field}
                  action={change.action}
                  values={change.values}
                  onChange={(values, problem) => {
                    replace(index, { ...change, values, problem });
                  }}
                />
              ))}
        </Stack>
      ))}
      <Row>
        <Button
          look="quiet"
          onPress={() => {
            onChange([...changes, NO_CHANGE]);
          }}
        >
          Change another field
        </Button>
      </Row>
    </Stack>
  );
}
