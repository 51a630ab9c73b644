import { decimalProblem, parseDecimal } from '../../../../src/util/decimal-number.ts';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Switch } from '../../components/controls/switch.tsx';
import { DayField, TextField } from '../../components/fields/fields.tsx';
import { Markdown } from '../../components/markdown/markdown.tsx';
import { Panel, Row, Soft } from '../../components/layout/layout.tsx';
import type { Value } from './property-definition.ts';
import { useUsedValues } from './use-used-values.ts';
import { brokenText, isEnforced, valueHelp, type FieldRules } from './value-rules.ts';

interface ValueFieldProps {
  readonly definition: FieldRules;
  readonly value: Value | undefined;
  /** Called with the value; undefined if the field is empty, or invalid, then with the problem. */
  readonly onChange: (value: Value | undefined, problem: string | undefined) => void;
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly autoFocus?: boolean;
  readonly help?: string | undefined;
}

/** A field for one typed value: text, number, date, Markdown, or a switch; with unit, bounds and what breaks a rule. */
export function ValueField({ definition, value, onChange, ...field }: ValueFieldProps): ReactNode {
  const { rules, valueType: type } = definition;
  const [before] = useState(value);
  const broken = value === undefined || value === before ? undefined : brokenText(definition, value);
  const isRefused = broken !== undefined && isEnforced(definition);
  const shared = { help: valueHelp(definition), ...field, ...(isRefused && { problem: `${broken}.` }) };
  const set = (next: Value | undefined, wrong?: string): void => {
    const text = next === undefined || next === before ? undefined : brokenText(definition, next);
    onChange(next, wrong ?? (isEnforced(definition) ? text : undefined));
  };
  const text = value === undefined ? '' : String(value);
  const setText = (next: string): void => set(next === '' ? undefined : next);
  const fieldOfType = (): ReactNode => {
    if (type === 'number') return <NumberText {...shared} value={value} onChange={set} />;
    if (type === 'date') return <DayField {...shared} value={text} onChange={setText} />;
    if (type === 'string')
      return <ShortText {...shared} definition={definition} value={text} onChange={setText} />;
    if (type !== 'rich_text') return <TextField {...shared} value={text} onChange={setText} />;
    return (
      <>
        <TextField
          {...shared}
          help={shared.help ?? 'Markdown. Ctrl+Enter saves.'}
          value={text}
          onChange={setText}
          lines={6}
        />
        {text !== '' && (
          <Panel label="Preview">
            <Markdown>{text}</Markdown>
          </Panel>
        )}
      </>
    );
  };
  if (rules?.format === 'BOOLEAN') return <YesOrNo label={field.label} value={value} onChange={set} />;
  return (
    <>
      {fieldOfType()}
      {broken !== undefined && !isRefused && <Soft>{broken}. You can save it all the same.</Soft>}
    </>
  );
}

/** A text, with suggestions of those in use. */
function ShortText({
  definition: { rules, urn },
  ...field
}: Omit<ValueFieldProps, 'definition' | 'value' | 'onChange'> & {
  readonly definition: FieldRules;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const isSuggested = urn !== undefined && rules?.format === undefined;
  const used = useUsedValues(isSuggested ? urn : undefined, field.value);
  const usable = used?.filter(({ value }) => rules?.deprecated.has(value) !== true);
  return (
    <TextField
      {...field}
      {...(isSuggested && { suggestions: usable?.map(({ value }) => String(value)) ?? [] })}
    />
  );
}

/** A switch for `true` and `false`, which can have neither. */
function YesOrNo({
  label,
  value,
  onChange,
}: Pick<ValueFieldProps, 'label' | 'value'> & {
  readonly onChange: (value: Value | undefined) => void;
}): ReactNode {
  return (
    <Row>
      <Switch isSelected={value === 'true'} onChange={(isOn) => onChange(isOn ? 'true' : 'false')}>
        <span className="visually-hidden">{label}: </span>
        {value ?? 'no value'}
      </Switch>
      {value === undefined ? (
        <Button look="quiet" onPress={() => onChange('false')}>
          Set to false
        </Button>
      ) : (
        <Button look="quiet" label={`Remove the value of ${label}`} onPress={() => onChange(undefined)}>
          Remove
        </Button>
      )}
    </Row>
  );
}

/** Keeps the typed text, so that an incomplete number (`-`, `1e`) is not changed while typing. */
function NumberText({
  value,
  onChange,
  problem: broken,
  ...field
}: Omit<ValueFieldProps, 'definition'> & { readonly problem?: string }): ReactNode {
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const problem = problemOf(text);
  return (
    <TextField
      {...field}
      value={text}
      onChange={(next) => {
        setText(next);
        const wrong = problemOf(next);
        onChange(parseDecimal(next), wrong);
      }}
      problem={problem ?? broken}
    />
  );
}

function problemOf(text: string): string | undefined {
  if (text.trim() === '' || parseDecimal(text) !== undefined) return undefined;
  return decimalProblem(text.trim()) ?? 'Enter a number, such as 1234.5.';
}
