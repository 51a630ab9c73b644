import { useState, type ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { ManyChips } from '../../components/controls/many-chips.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { AllowedValuePicker } from './allowed-value-picker.tsx';
import { EntityPicker } from './entity-picker.tsx';
import type { Value, ValueRules } from './property-definition.ts';
import { ValueField } from './value-field.tsx';
import { choicesOf } from './value-rules.ts';
import { valueWithUnit } from './value-text.ts';

/** Props of {@link ValueEditor}. */
export interface ValueEditorProps {
  readonly definition: ValueRules;
  /** The current values; controlled by the caller. */
  readonly values: readonly Value[];
  /** Called on each change, with the problem of the typed text if there is one: do not save then. */
  readonly onChange: (values: readonly Value[], problem: string | undefined) => void;
  /** Default: the name of the property. */
  readonly label?: string;
  /** Default: `Add to` and the label. */
  readonly addLabel?: string;
  /** Default: what to enter and which keys save it. */
  readonly help?: string;
  readonly isLabelHidden?: boolean;
  readonly autoFocus?: boolean;
}

/** Editor for values of a structured property: depends on type, allowed values and cardinality. Does not save. */
export function ValueEditor({
  definition: given,
  values,
  onChange,
  label = given.name,
  addLabel = `Add to ${label}`,
  ...field
}: ValueEditorProps): ReactNode {
  // Several values of a format with two are chosen from them.
  const definition = given.isMultiple ? { ...given, allowedValues: choicesOf(given) } : given;
  if (definition.isMultiple)
    return (
      <Several
        {...field}
        definition={definition}
        values={values}
        onChange={onChange}
        label={label}
        addLabel={addLabel}
      />
    );
  return (
    <One
      {...field}
      definition={definition}
      label={label}
      value={values[0]}
      onChange={(value, problem) => {
        onChange(value === undefined ? [] : [value], problem);
      }}
    />
  );
}

interface OneProps {
  readonly definition: ValueRules;
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined, problem: string | undefined) => void;
  readonly label: string;
  readonly help?: string;
  readonly isLabelHidden?: boolean;
  readonly autoFocus?: boolean;
  readonly exceptFor?: readonly Value[];
  /** Whether to show choices before anything is typed. */
  readonly opensOnFocus?: boolean;
}

function One({
  definition,
  value,
  onChange,
  exceptFor = [],
  opensOnFocus = true,
  ...field
}: OneProps): ReactNode {
  const choose = (next: Value | undefined): void => {
    onChange(next, undefined);
  };
  if (definition.allowedValues) {
    return (
      <AllowedValuePicker
        {...field}
        definition={definition}
        value={value}
        exceptFor={exceptFor}
        opensOnFocus={opensOnFocus}
        onChange={choose}
      />
    );
  }
  if (definition.valueType === 'urn') {
    const urn = value === undefined ? undefined : String(value);
    return (
      <EntityPicker
        {...field}
        opensOnFocus={opensOnFocus}
        types={definition.allowedTypes.map(({ graphqlName }) => graphqlName)}
        value={urn}
        onChange={choose}
      />
    );
  }
  return <ValueField {...field} definition={definition} value={value} onChange={onChange} />;
}

/** The selected values as chips, and a field that adds one. */
function Several({
  definition,
  values,
  onChange,
  label,
  addLabel,
  autoFocus = false,
  help,
}: ValueEditorProps & { readonly label: string; readonly addLabel: string }): ReactNode {
  const [problem, setProblem] = useState<string>();
  // Counts added values: the field is empty and focused after each of them, and after the last one is removed.
  const [added, setAdded] = useState(0);
  const nameOf = useEntityNames(definition.valueType === 'urn' ? values.map(String) : []);
  const add = (value: Value, keepsFocus: boolean): void => {
    setAdded((count) => (keepsFocus ? Math.abs(count) + 1 : -Math.abs(count) - 1));
    onChange(values.includes(value) ? values : [...values, value], undefined);
  };
  const remove = (id: string): void => {
    if (values.length === 1) setAdded((count) => Math.abs(count) + 1);
    onChange(
      values.filter((value) => String(value) !== id),
      problem,
    );
  };
  return (
    <Stack gap={2}>
      <ManyChips
        label={label}
        items={values.map((value) => ({
          id: String(value),
          text: definition.valueType === 'urn' ? nameOf(String(value)) : valueWithUnit(definition, value),
        }))}
        onRemove={remove}
      />
      <Another
        definition={definition}
        label={addLabel}
        {...(help !== undefined && { help })}
        autoFocus={autoFocus ? added >= 0 : added > 0}
        exceptFor={values}
        // While choices are shown, they hide the chips from screen readers.
        opensOnFocus={values.length === 0 && added === 0}
        turn={added}
        onAdd={add}
        onProblem={(wrong) => {
          setProblem(wrong);
          onChange(values, wrong);
        }}
      />
    </Stack>
  );
}

/** A field for one more value: a choice is added at once, a typed value by Enter, *Add*, or leaving the field. */
function Another({
  turn,
  onAdd,
  onProblem,
  ...props
}: Omit<OneProps, 'value' | 'onChange'> & {
  /** A new field for each turn. */
  readonly turn: number;
  readonly onAdd: (value: Value, keepsFocus: boolean) => void;
  /** Called for each typed text, with its problem. */
  readonly onProblem: (problem: string | undefined) => void;
}): ReactNode {
  const [draft, setDraft] = useState<Value>();
  const isChosen = props.definition.allowedValues !== undefined || props.definition.valueType === 'urn';
  const add = (value: Value | undefined, keepsFocus: boolean): void => {
    if (value === undefined) return;
    setDraft(undefined);
    onAdd(value, keepsFocus);
  };
  return (
    <div
      onKeyDownCapture={(event) => {
        // Enter adds the typed value; in an empty field it saves, as in all other fields.
        const isMultiLine = event.target instanceof HTMLTextAreaElement;
        if (isChosen || isMultiLine || event.key !== 'Enter' || draft === undefined) return;
        if (!(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        event.stopPropagation();
        add(draft, true);
      }}
      onBlur={(event) => {
        if (!isChosen && !event.currentTarget.contains(event.relatedTarget)) add(draft, false);
      }}
    >
      <One
        key={turn}
        {...props}
        value={draft}
        onChange={(value, wrong) => {
          if (isChosen) add(value, true);
          else {
            setDraft(value);
            onProblem(wrong);
          }
        }}
      />
      {!isChosen && draft !== undefined && (
        <Row>
          <Button onPress={() => add(draft, true)}>Add</Button>
        </Row>
      )}
    </div>
  );
}
