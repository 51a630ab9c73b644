import { useState, type ReactNode } from 'react';
import { ComboBox } from '../../components/controls/choice.tsx';
import type { AllowedValue, Value, ValueRules } from './property-definition.ts';
import { valueText } from './value-text.ts';

/** Maximum choices shown; typing finds the others. */
const SHOWN = 100;

/** Field that selects one of a property's allowed values, of which there may be thousands. */
export function AllowedValuePicker({
  definition,
  exceptFor = [],
  value,
  onChange,
  ...field
}: {
  readonly definition: ValueRules;
  /** Values to exclude. */
  readonly exceptFor?: readonly Value[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly autoFocus?: boolean;
  readonly opensOnFocus?: boolean;
}): ReactNode {
  const allowed = (definition.allowedValues ?? []).filter((choice) => !exceptFor.includes(choice.value));
  const textOf = (choice: Value): string => valueText(definition.valueType, choice);
  const [typed, setTyped] = useState(value === undefined ? '' : textOf(value));
  const matching =
    value !== undefined && typed === textOf(value)
      ? allowed
      : allowed.filter((choice) => matches(choice, typed, textOf));
  const shown = matching.slice(0, SHOWN);
  const chosen = allowed.find((choice) => choice.value === value);
  // The field keeps a selection only if it is among the shown choices.
  if (chosen && !shown.includes(chosen)) shown.push(chosen);
  const others = matching.length - SHOWN;
  return (
    <ComboBox
      {...field}
      choices={shown.map((choice) => ({
        value: String(choice.value),
        label: textOf(choice.value),
        help: choice.description,
      }))}
      value={value === undefined ? undefined : String(value)}
      onChange={(key) => {
        onChange(allowed.find((choice) => String(choice.value) === key)?.value);
      }}
      onInput={setTyped}
      help={others > 0 ? `${others.toLocaleString('en')} more. Type to find them.` : undefined}
    />
  );
}

/** Whether a value contains the typed text, or a word of its description starts with it. */
function matches(
  { value, description = '' }: AllowedValue,
  typed: string,
  textOf: (value: Value) => string,
): boolean {
  const searchText = typed.trim().toLowerCase();
  return (
    searchText === '' ||
    [textOf(value), String(value)].some((text) => text.toLowerCase().includes(searchText)) ||
    ` ${description.toLowerCase()}`.includes(` ${searchText}`)
  );
}
