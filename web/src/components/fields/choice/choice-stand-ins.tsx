import { useId, useState, type ReactNode } from 'react';
import { withMarks } from '../../text/with-marks.ts';
import { Hidden } from '../../layout/layout.tsx';
import type { StandsIn } from '../../on-use/when-used.tsx';
import { selectText } from '../select-text.ts';
import './choice.css';
import '../fields.css';

/** One of the values to choose from. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** A second line. */
  readonly help?: string | undefined;
}

export interface ChoiceProps {
  readonly label: string;
  /** Shows the label to screen readers only. */
  readonly isLabelHidden?: boolean;
  readonly choices: readonly Choice[];
  readonly value: string | undefined;
  readonly help?: string | undefined;
  readonly problem?: string | undefined;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
}

/** Props of a field that selects one of a few values. */
export type SelectProps = ChoiceProps & { readonly onChange: (value: string) => void };

/** Props of a field that selects one of many values. */
export type ComboBoxProps = ChoiceProps & {
  readonly onChange: (value: string | undefined) => void;
  /** Called with the typed text; the caller then passes the choices that match. */
  readonly onInput?: (text: string) => void;
  /** The typed text, if the field is controlled. */
  readonly text?: string;
  /** Shows the choices when the field is focused; by default, when something is typed. */
  readonly opensOnFocus?: boolean;
  /** Accepts text that matches no choice and passes it to `onChange` on Enter. */
  readonly allowsOther?: boolean;
};

/** Native stand-in for {@link Select} until it is used. */
export function SelectStandIn(props: SelectProps & StandsIn): ReactNode {
  const { choices, value, isDisabled = false, placeholder = 'Choose', use } = props;
  const chosen = choices.find((choice) => choice.value === value);
  const id = useId();
  return (
    <div className="field" {...use}>
      <span id={`${id}-label`} className="field-label">
        <LabelText {...props} />
      </span>
      <button
        type="button"
        className="input choice-button"
        disabled={isDisabled}
        {...(isDisabled && { 'data-disabled': true })}
        aria-haspopup="listbox"
        aria-expanded="false"
        aria-labelledby={`${id}-value ${id}-label`}
        aria-describedby={describedBy(props, id)}
      >
        <span
          id={`${id}-value`}
          className="choice-value"
          {...(chosen === undefined && { 'data-placeholder': true })}
        >
          {withMarks(chosen?.label ?? placeholder)}
        </span>
        <Chevron />
      </button>
      <Notes {...props} id={id} />
    </div>
  );
}

/** Native stand-in for {@link ComboBox} until it is used. */
export function ComboBoxStandIn(props: ComboBoxProps & StandsIn): ReactNode {
  const {
    choices,
    value,
    text,
    onInput,
    isDisabled = false,
    isRequired = false,
    placeholder,
    problem,
    use,
  } = props;
  const id = useId();
  // Typed while the control's code loads.
  const [typed, setTyped] = useState<string>();
  return (
    <div className="field" {...use}>
      <label id={`${id}-label`} className="field-label" htmlFor={id}>
        <LabelText {...props} />
      </label>
      <div className="choice-box">
        <input
          id={id}
          className="input"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded="false"
          aria-describedby={describedBy(props, id)}
          {...(isRequired && { 'aria-required': true })}
          {...(isWrong(problem) && { 'aria-invalid': true, 'data-invalid': true })}
          {...(isDisabled && { disabled: true, 'data-disabled': true })}
          autoComplete="off"
          spellCheck="false"
          placeholder={placeholder}
          // As in the control, which takes over the selection.
          onFocus={selectText}
          value={typed ?? text ?? choices.find((choice) => choice.value === value)?.label ?? ''}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            onInput?.(currentTarget.value);
          }}
        />
        <button
          type="button"
          id={`${id}-open`}
          className="choice-open"
          disabled={isDisabled}
          tabIndex={-1}
          aria-label="Show choices"
          aria-labelledby={`${id}-open ${id}-label`}
          aria-haspopup="listbox"
          aria-expanded="false"
        >
          <Chevron />
        </button>
      </div>
      <Notes {...props} id={id} />
    </div>
  );
}

/** Help and problem below a stand-in. */
function Notes({ help, problem, id }: ChoiceProps & { readonly id: string }): ReactNode {
  return (
    <>
      {help !== undefined && (
        <span id={`${id}-help`} className="field-help">
          {help}
        </span>
      )}
      {isWrong(problem) && (
        <span id={`${id}-problem`} className="field-problem">
          {problem}
        </span>
      )}
    </>
  );
}

/** Text of a label, visible or for screen readers only. */
export function LabelText({ label, isLabelHidden = false, isRequired = false }: ChoiceProps): ReactNode {
  return (
    <>
      {isLabelHidden ? <Hidden>{label}</Hidden> : withMarks(label)}
      {isRequired && !isLabelHidden && <span aria-hidden="true"> *</span>}
    </>
  );
}

function describedBy({ help, problem }: ChoiceProps, id: string): string | undefined {
  const ids = [help !== undefined && `${id}-help`, isWrong(problem) && `${id}-problem`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** Whether there is a problem to show. */
export function isWrong(problem: string | undefined): boolean {
  return problem !== undefined && problem !== '';
}

/** The arrow that marks a field with choices. */
export function Chevron(): ReactNode {
  return (
    <svg className="chevron" viewBox="0 0 16 16" aria-hidden="true">
      <path d="m4 6 4 4 4-4" />
    </svg>
  );
}
