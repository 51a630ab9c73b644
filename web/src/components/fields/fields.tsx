import { useId, type ReactNode } from 'react';
import {
  FieldError,
  Input,
  Label,
  NumberField as AriaNumberField,
  SwitchButton,
  SwitchField,
  Text,
  TextArea,
  TextField as AriaTextField,
} from 'react-aria-components';
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

/** Label, help and problem of a field around its input. */
function Around({
  label,
  isLabelHidden = false,
  help,
  problem,
  isRequired = false,
  children,
}: FieldProps & { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <Label className={isLabelHidden ? 'visually-hidden' : 'field-label'}>
        {withMarks(label)}
        {isRequired && !isLabelHidden && <span aria-hidden="true"> *</span>}
      </Label>
      {children}
      {help !== undefined && (
        <Text slot="description" className="field-help">
          {withMarks(help)}
        </Text>
      )}
      <FieldError className="field-problem">{problem}</FieldError>
    </>
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
}

/** A field for a text of one or several lines. */
export function TextField(props: TextFieldProps): ReactNode {
  const { autoComplete, value, onChange, type = 'text', lines = 1, placeholder, onEnter } = props;
  const { problem, isDisabled = false, isReadOnly = false, isRequired = false, autoFocus = false } = props;
  const shared = {
    className: props.isMono === true ? 'input input-mono' : 'input',
    ...(placeholder !== undefined && { placeholder }),
  };
  return (
    <AriaTextField
      className="field"
      value={value}
      onChange={onChange}
      type={type}
      isInvalid={hasProblem(problem)}
      isDisabled={isDisabled}
      isReadOnly={isReadOnly}
      isRequired={isRequired}
      autoFocus={autoFocus}
      validationBehavior="aria"
      {...(autoComplete !== undefined && { autoComplete })}
      {...(onEnter && {
        onKeyDown: (event) => {
          if (event.key === 'Enter') onEnter();
          else event.continuePropagation();
        },
      })}
    >
      <Around {...props}>{lines > 1 ? <TextArea {...shared} rows={lines} /> : <Input {...shared} />}</Around>
    </AriaTextField>
  );
}

/** A field for a number; undefined while it is empty. */
export function NumberField(
  props: FieldProps & {
    readonly value: number | undefined;
    readonly onChange: (value: number | undefined) => void;
  },
): ReactNode {
  const { value, onChange, problem, isDisabled = false, isRequired = false } = props;
  return (
    <AriaNumberField
      className="field"
      value={value ?? Number.NaN}
      onChange={(number) => {
        onChange(Number.isNaN(number) ? undefined : number);
      }}
      formatOptions={{ maximumFractionDigits: 20, useGrouping: false }}
      isInvalid={hasProblem(problem)}
      isDisabled={isDisabled}
      isRequired={isRequired}
      validationBehavior="aria"
    >
      <Around {...props}>
        <Input className="input" />
      </Around>
    </AriaNumberField>
  );
}

/** A field for a day, `yyyy-MM-dd`; '' while it is empty. */
export function DayField(
  props: FieldProps & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly autoFocus?: boolean;
  },
): ReactNode {
  const { value, onChange, problem, isDisabled = false, isRequired = false, autoFocus = false } = props;
  return (
    <AriaTextField
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={hasProblem(problem)}
      isDisabled={isDisabled}
      isRequired={isRequired}
      autoFocus={autoFocus}
      validationBehavior="aria"
    >
      <Around {...props}>
        <Input className="input" type="date" />
      </Around>
    </AriaTextField>
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

/** An on/off setting that takes effect at once. */
export function Switch({
  children,
  isSelected,
  onChange,
  isDisabled = false,
}: {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
}): ReactNode {
  return (
    <SwitchField isSelected={isSelected} onChange={onChange} isDisabled={isDisabled}>
      <SwitchButton className="switch">
        <span className="switch-track" aria-hidden="true" />
        {children}
      </SwitchButton>
    </SwitchField>
  );
}

function hasProblem(problem: string | undefined): boolean {
  return problem !== undefined && problem !== '';
}
