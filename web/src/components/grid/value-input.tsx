import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import type { Choice } from '../fields/choice.tsx';
import './grid.css';

interface ValueInputProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly type?: 'text' | 'date';
  /** More than 1 makes it a text area with this many lines, where Shift+Enter starts a new line. */
  readonly lines?: number;
  /** What to enter. */
  readonly help?: string | undefined;
  /** What is wrong with the text. */
  readonly problem?: string | undefined;
  /** Values that match the text; undefined if any text is allowed. */
  readonly choices?: readonly Choice[] | undefined;
  readonly onChoose?: (value: string) => void;
  /** Receives keys that the list of choices does not handle. */
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onBlur?: () => void;
  /** Selects the text, so that typing replaces it. */
  readonly isSelected?: boolean;
  /** Takes the focus when it appears; the default. */
  readonly takesFocus?: boolean;
}

/** A field for values as text, with the matching choices below it. */
export function ValueInput(props: ValueInputProps): ReactNode {
  const { label, text, onText, type = 'text', lines = 1, choices, onChoose, onKey, onBlur } = props;
  const { help, isSelected = false, problem, takesFocus = true } = props;
  // Tracked by value, because the choices may change while one is active.
  const [chosen, setChosen] = useState<string>();
  const id = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    field.current?.focus({ preventScroll: true });
    const end = field.current?.value.length ?? 0;
    if (type !== 'date') field.current?.setSelectionRange(isSelected ? 0 : end, end);
  }, [type, isSelected, takesFocus]);

  const count = choices?.length ?? 0;
  const active = choices?.findIndex(({ value }) => value === chosen) ?? -1;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (count > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : count - 1;
      const next = active < 0 && event.key === 'ArrowUp' ? count - 1 : (active + step) % count;
      setChosen(choices?.[next]?.value);
    } else if (event.key === 'Enter' && chosen !== undefined && active >= 0) {
      event.preventDefault();
      setChosen(undefined);
      onChoose?.(chosen);
    } else onKey(event);
  };
  const shared = {
    ref: field,
    className: 'input value-input',
    'aria-label': label,
    'aria-invalid': problem !== undefined,
    ...((problem ?? help) !== undefined && { 'aria-describedby': `${id}-note` }),
    value: text,
    onChange: (event: { readonly target: { readonly value: string } }) => {
      setChosen(undefined);
      onText(event.target.value);
    },
    onKeyDown,
    onBlur,
  };
  return (
    <div className="value-box">
      {lines > 1 ? (
        <textarea {...shared} rows={lines} />
      ) : (
        <input
          {...shared}
          type={type}
          autoComplete="off"
          {...(choices && {
            role: 'combobox',
            'aria-expanded': count > 0,
            'aria-controls': `${id}-choices`,
            'aria-autocomplete': 'list' as const,
            ...(active >= 0 && { 'aria-activedescendant': `${id}-${active}` }),
          })}
        />
      )}
      {problem !== undefined && (
        <div id={`${id}-note`} className="value-problem" role="alert">
          {problem}
        </div>
      )}
      {help !== undefined && problem === undefined && (
        <div id={`${id}-note`} className="value-help">
          {help}
        </div>
      )}
      {choices && count > 0 && (
        <Choices
          id={id}
          label={label}
          choices={choices}
          active={active}
          onChoose={(value) => onChoose?.(value)}
        />
      )}
    </div>
  );
}

/** The list of choices below the field, which keeps the focus. */
function Choices({
  id,
  label,
  choices,
  active,
  onChoose,
}: {
  /** Begins the ids of the list and its options. */
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Index of the active choice; -1 for none. */
  readonly active: number;
  readonly onChoose: (value: string) => void;
}): ReactNode {
  return (
    <ul id={`${id}-choices`} role="listbox" aria-label={withMarks(label)} className="value-choices">
      {choices.map(({ value, label: shown, help }, index) => (
        <li
          key={value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="value-choice"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(value)}
          ref={(item) => {
            if (index === active) item?.scrollIntoView({ block: 'nearest' });
          }}
        >
          {shown}
          {help !== undefined && <small>{help}</small>}
        </li>
      ))}
    </ul>
  );
}
