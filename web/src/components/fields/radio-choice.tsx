import type { ReactNode } from 'react';
import { Label, RadioButton, RadioField, RadioGroup } from 'react-aria-components';
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
  return (
    <RadioGroup className="field" value={value} onChange={onChange} isDisabled={isDisabled}>
      <Label className="field-label">{label}</Label>
      {choices.map((choice) => (
        <RadioField key={choice.value} value={choice.value}>
          <RadioButton className="radio">
            <span className="radio-dot" aria-hidden="true" />
            <span>
              {choice.label}
              {choice.help !== undefined && <span className="radio-help">{choice.help}</span>}
            </span>
          </RadioButton>
        </RadioField>
      ))}
    </RadioGroup>
  );
}
