import { decimalProblem, parseDecimal } from '../../../../src/util/decimal-number.ts';
import { useState, type ReactNode } from 'react';
import { DayField, TextField } from '../../components/fields/fields.tsx';
import { Markdown } from '../../components/markdown/markdown.tsx';
import { Panel } from '../../components/layout/layout.tsx';
import type { Value, ValueType } from './property-definition.ts';

interface ValueFieldProps {
  readonly type: ValueType;
  readonly value: Value | undefined;
  /** Called with the value; undefined if the field is empty, or invalid, then with the problem. */
  readonly onChange: (value: Value | undefined, problem: string | undefined) => void;
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly autoFocus?: boolean;
  readonly help?: string;
}

/** A field for one typed value: text, number, date or Markdown. */
export function ValueField({ type, value, onChange, ...field }: ValueFieldProps): ReactNode {
  if (type === 'number') return <NumberText {...field} value={value} onChange={onChange} />;
  const text = value === undefined ? '' : String(value);
  const set = (next: string): void => {
    onChange(next === '' ? undefined : next, undefined);
  };
  if (type === 'date') return <DayField {...field} value={text} onChange={set} />;
  if (type !== 'rich_text') return <TextField {...field} value={text} onChange={set} />;
  return (
    <>
      <TextField help="Markdown. Ctrl+Enter saves." {...field} value={text} onChange={set} lines={6} />
      {text !== '' && (
        <Panel label="Preview">
          <Markdown>{text}</Markdown>
        </Panel>
      )}
    </>
  );
}

/** Keeps the typed text, so that an incomplete number (`-`, `1e`) is not changed while typing. */
function NumberText({ value, onChange, ...field }: Omit<ValueFieldProps, 'type'>): ReactNode {
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
      problem={problem}
    />
  );
}

function problemOf(text: string): string | undefined {
  if (text.trim() === '' || parseDecimal(text) !== undefined) return undefined;
  return decimalProblem(text.trim()) ?? 'Enter a number, such as 1234.5.';
}
