import { useState, type ReactNode } from 'react';
import { ComboBox } from '../../components/fields/choice.tsx';
import type { AllowedValue, Value, ValueRules } from './property-definition.ts';
import { useAllowedValues } from './use-allowed-values.ts';
import { valueWithUnit } from './value-text.ts';

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
  const textOf = (choice: Value): string => valueWithUnit(definition, choice);
  const [typed, setTyped] = useState(value === undefined ? '' : textOf(value));
  const text = value !== undefined && typed === textOf(value) ? '' : typed.trim();
  const deprecated = definition.rules?.deprecated ?? new Map<Value, Value | undefined>();
  const found = useAllowedValues(definition.moreAllowedOf, text, SHOWN + exceptFor.length + deprecated.size);
  const known = definition.allowedValues ?? [];
  const matching =
    found?.values ??
    (text === '' ? known : known.filter((choice) => matches(choice, text.toLowerCase(), textOf)));
  const offered = matching.filter(({ value: one }) => !exceptFor.includes(one) && !deprecated.has(one));
  const others = (found?.total ?? matching.length) - (matching.length - offered.length) - SHOWN;
  const shown = offered.slice(0, SHOWN);
  // The field keeps a selection only if it is among the shown choices.
  if (value !== undefined && !shown.some((choice) => choice.value === value))
    shown.push(known.find((choice) => choice.value === value) ?? { value, description: undefined });
  const replacementText = (old: Value): string => {
    const next = deprecated.get(old);
    return next === undefined ? 'Deprecated' : `Deprecated: use ${textOf(next)}`;
  };
  const current = value !== undefined && deprecated.has(value) ? `${replacementText(value)}.` : undefined;
  return (
    <ComboBox
      {...field}
      choices={shown.map((choice) => ({
        value: String(choice.value),
        label: textOf(choice.value),
        help: deprecated.has(choice.value) ? replacementText(choice.value) : choice.description,
      }))}
      value={value === undefined ? undefined : String(value)}
      onChange={(key) => {
        onChange(shown.find((choice) => String(choice.value) === key)?.value);
      }}
      onInput={setTyped}
      help={current ?? (others > 0 ? `${others.toLocaleString('en')} more. Type to find them.` : undefined)}
    />
  );
}

/** Whether a value contains the text, in lower case, or a word of its description starts with it. */
function matches(
  { value, description = '' }: AllowedValue,
  text: string,
  textOf: (value: Value) => string,
): boolean {
  return (
    [textOf(value), String(value)].some((shown) => shown.toLowerCase().includes(text)) ||
    ` ${description.toLowerCase()}`.includes(` ${text}`)
  );
}
