import { useId, type ReactNode } from 'react';
import type { Choice } from './choice.tsx';
import './radio-choice.css';

/** Radio buttons for two or three values, each with an explanation. */
export function RadioChoice({
  label,
  choices,
  value,
  onChange,
  isDisabled = false,
}: {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isDisabled?: boolean;
}): ReactNode {
  const id = useId();
  return (
    <div className="field" role="radiogroup" aria-labelledby={id}>
      <span id={id} className="field-label">
        {label}
      </span>
      {choices.map((choice) => (
        <label key={choice.value} className="radio">
          <input
            type="radio"
            className="visually-hidden"
            name={id}
            value={choice.value}
            checked={choice.value === value}
            disabled={isDisabled}
            onChange={() => {
              onChange(choice.value);
            }}
          />
          <span className="radio-dot" aria-hidden="true" />
          <span>
            {choice.label}
            {choice.help !== undefined && <span className="radio-help">{choice.help}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
