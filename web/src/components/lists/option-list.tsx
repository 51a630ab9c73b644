import type { ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { NameText } from '../text/name-text.tsx';
import { Checkbox } from '../fields/fields.tsx';
import './option-list.css';

/** Checkboxes, each with an explanation; a long list scrolls. */
export function OptionList({
  label,
  options,
  selected,
  onChange,
  isDisabled = false,
}: {
  readonly label: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly help?: string | undefined;
  }[];
  readonly selected: ReadonlySet<string>;
  readonly onChange: (value: string, isSelected: boolean) => void;
  readonly isDisabled?: boolean;
}): ReactNode {
  return (
    <ul className="option-list" role="list" aria-label={withMarks(label)} tabIndex={-1}>
      {options.map(({ value, label: text, help }) => (
        <li key={value}>
          <Checkbox
            isSelected={selected.has(value)}
            isDisabled={isDisabled}
            onChange={(isSelected) => {
              onChange(value, isSelected);
            }}
            {...(help !== undefined && { help })}
          >
            <NameText>{text}</NameText>
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}
