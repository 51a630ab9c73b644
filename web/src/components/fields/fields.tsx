import { useId, type ChangeEvent, type KeyboardEvent, type ReactNode } from 'react';
import { selectText } from './select-text.ts';
import './fields.css';
import { withMarks } from '../text/with-marks.ts';

interface FieldProps {
  readonly label: string;
  /** Shows the label to screen readers only. */
  readonly isLabelHidden?: boolean;
  /** What to enter, in a short sentence. */
  readonly help?: string | undefined;
  /** What is wrong with the value; undefined or '' if it is valid. */
  readonly problem?: string | undefined;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
}

/** Attributes of an input that its field sets. */
interface InputProps {
  readonly id: string;
  readonly className: string;
  readonly disabled: boolean;
  readonly 'aria-describedby'?: string;
}

/** A field: label, help and problem around its input. Native elements, because they load and appear faster than React Aria's. */
function Field({
  label,
  isLabelHidden = false,
  help,
  problem,
  isDisabled = false,
  isRequired = false,
  isMono = false,
  children,
}: FieldProps & {
  readonly isMono?: boolean;
  readonly children: (input: InputProps) => ReactNode;
}): ReactNode {
  const id = useId();
  const isWrong = problem !== undefined && problem !== '';
  const about = [help !== undefined && `${id}-help`, isWrong && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className={isLabelHidden ? 'visually-hidden' : 'field-label'} htmlFor={id}>
        {withMarks(label)}
        {isRequired && !isLabelHidden && <span aria-hidden="true"> *</span>}
      </label>
      {children({
        id,
        className: isMono ? 'input input-mono' : 'input',
        disabled: isDisabled,
        ...(isDisabled && { 'data-disabled': true }),
        ...(isRequired && { 'aria-required': true }),
        ...(isWrong && { 'aria-invalid': true, 'data-invalid': true }),
        ...(about !== '' && { 'aria-describedby': about }),
      })}
      {help !== undefined && (
        <span id={`${id}-help`} className="field-help">
          {withMarks(help)}
        </span>
      )}
      {isWrong && (
        <span id={`${id}-problem`} className="field-problem">
          {problem}
        </span>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'search' | 'email' | 'password' | 'url';
  readonly placeholder?: string;
  /** What password managers fill in. */
  readonly autoComplete?: 'current-password' | 'new-password';
  /** More than 1 makes it a text area with this many lines. */
  readonly lines?: number;
  readonly isMono?: boolean;
  readonly isReadOnly?: boolean;
  readonly autoFocus?: boolean;
  readonly onEnter?: () => void;
  /** Texts that the browser offers while one types; any other can be entered, too. */
  readonly suggestions?: readonly string[] | undefined;
}

/** A field for a text of one or several lines. */
export function TextField({
  value,
  onChange,
  type = 'text',
  lines = 1,
  placeholder,
  autoComplete,
  isReadOnly = false,
  autoFocus = false,
  onEnter,
  suggestions,
  ...field
}: TextFieldProps): ReactNode {
  const shared = {
    value,
    placeholder,
    autoFocus,
    autoComplete,
    readOnly: isReadOnly,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
      onChange(event.currentTarget.value);
    },
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || onEnter === undefined) return;
      event.stopPropagation();
      onEnter();
    },
  };
  return (
    <Field {...field}>
      {(input) =>
        lines > 1 ? (
          <textarea {...input} {...shared} rows={lines} />
        ) : (
          <>
            <input
              {...input}
              {...shared}
              // Typing replaces what is there when the field is opened.
              {...(autoFocus && { onFocus: selectText })}
              type={type}
              {...(suggestions && { list: `${input.id}-suggestions` })}
            />
            {suggestions && (
              <datalist id={`${input.id}-suggestions`}>
                {suggestions.map((text) => (
                  <option key={text} value={text} />
                ))}
              </datalist>
            )}
          </>
        )
      }
    </Field>
  );
}

/** A field for a day, `yyyy-MM-dd`; '' while it is empty. */
export function DayField({
  value,
  onChange,
  autoFocus = false,
  ...field
}: FieldProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
}): ReactNode {
  return (
    <Field {...field}>
      {(input) => (
        <input
          {...input}
          type="date"
          value={value}
          autoFocus={autoFocus}
          onChange={(event) => {
            onChange(event.currentTarget.value);
          }}
        />
      )}
    </Field>
  );
}

/** A checkbox. A native element, because a page may have a hundred. */
export function Checkbox({
  children,
  isSelected,
  onChange,
  isDisabled = false,
  isIndeterminate = false,
  label,
  help,
}: {
  readonly children?: ReactNode;
  /** Explanation below the label. */
  readonly help?: string;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  readonly isIndeterminate?: boolean;
  /** Accessible name, if there is no visible label. */
  readonly label?: string;
}): ReactNode {
  const id = useId();
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        className="checkbox-box"
        checked={isSelected}
        disabled={isDisabled}
        aria-label={withMarks(label)}
        // The explanation is not part of the accessible name.
        {...(help !== undefined && { 'aria-labelledby': `${id}-name`, 'aria-describedby': `${id}-help` })}
        ref={(box) => {
          if (box) box.indeterminate = isIndeterminate;
        }}
        onChange={(event) => {
          onChange(event.currentTarget.checked);
        }}
      />
      {help === undefined ? (
        withMarks(children)
      ) : (
        <span>
          <span id={`${id}-name`}>{withMarks(children)}</span>
          <span id={`${id}-help`} className="checkbox-help">
            {withMarks(help)}
          </span>
        </span>
      )}
    </label>
  );
}
