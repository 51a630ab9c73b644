import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  ComboBox as AriaComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Text,
} from 'react-aria-components';
import { Hidden } from '../layout/layout.tsx';
import './choice.css';
import './fields.css';

/** One of the values to choose from. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** A second line. */
  readonly help?: string | undefined;
}

interface ChoiceProps {
  readonly label: string;
  /** The label is read, but not shown. */
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

/** Chooses one of a few values. */
export function Select(props: ChoiceProps & { readonly onChange: (value: string) => void }): ReactNode {
  const { choices, value, onChange, isDisabled = false, problem, placeholder = 'Choose' } = props;
  return (
    <AriaSelect
      className="field"
      value={value ?? null}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      isDisabled={isDisabled}
      isInvalid={problem !== undefined && problem !== ''}
      placeholder={placeholder}
    >
      <ChoiceLabel {...props} />
      <AriaButton className="input choice-button">
        <SelectValue className="choice-value">
          {({ selectedText, isPlaceholder }) => (isPlaceholder ? placeholder : selectedText)}
        </SelectValue>
        <Chevron />
      </AriaButton>
      <ChoiceNotes {...props} />
      <Choices choices={choices} />
    </AriaSelect>
  );
}

/** Chooses one of many values, found by typing. With `onInput`, the caller looks the choices up. */
export function ComboBox(
  props: ChoiceProps & {
    readonly onChange: (value: string | undefined) => void;
    /** Called with the typed text; the caller then passes the choices that match. */
    readonly onInput?: (text: string) => void;
    /** The typed text, if the caller controls it. */
    readonly text?: string;
    /** Shows the choices as soon as the field has the focus; else when something is typed. */
    readonly opensOnFocus?: boolean;
    /** Accepts text that is none of the choices: passed to `onChange` when it is entered. */
    readonly allowsOther?: boolean;
  },
): ReactNode {
  const { choices, value, onChange, onInput, text, allowsOther = false, opensOnFocus = true } = props;
  const { isDisabled = false, isRequired = false, autoFocus = false, problem, placeholder } = props;
  return (
    <AriaComboBox
      className="field"
      {...(onInput ? { items: choices } : { defaultItems: choices })}
      value={value ?? null}
      defaultInputValue={choices.find((choice) => choice.value === value)?.label ?? ''}
      onChange={(key) => {
        onChange(key === null ? undefined : String(key));
      }}
      {...(onInput && { onInputChange: onInput })}
      {...(text !== undefined && { inputValue: text })}
      allowsCustomValue={allowsOther}
      allowsEmptyCollection
      isDisabled={isDisabled}
      isRequired={isRequired}
      autoFocus={autoFocus}
      validationBehavior="aria"
      isInvalid={problem !== undefined && problem !== ''}
      menuTrigger={opensOnFocus ? 'focus' : 'input'}
    >
      <ChoiceLabel {...props} />
      <div className="choice-box">
        <Input
          className="input"
          {...(placeholder !== undefined && { placeholder })}
          onFocus={(event) => {
            // What is typed next replaces the chosen value.
            event.currentTarget.select();
          }}
        />
        <AriaButton className="choice-open" aria-label="Show choices">
          <Chevron />
        </AriaButton>
      </div>
      <ChoiceNotes {...props} />
      <Choices />
    </AriaComboBox>
  );
}

function ChoiceLabel({ label, isLabelHidden = false, isRequired = false }: ChoiceProps): ReactNode {
  return (
    <Label className="field-label">
      {isLabelHidden ? <Hidden>{label}</Hidden> : label}
      {isRequired && !isLabelHidden && <span aria-hidden="true"> *</span>}
    </Label>
  );
}

function ChoiceNotes({ help, problem }: ChoiceProps): ReactNode {
  return (
    <>
      {help !== undefined && (
        <Text slot="description" className="field-help">
          {help}
        </Text>
      )}
      <FieldError className="field-problem">{problem}</FieldError>
    </>
  );
}

function Choices({ choices }: { readonly choices?: readonly Choice[] }): ReactNode {
  return (
    <Popover className="popover choice-popover">
      <ListBox
        className="choice-list"
        {...(choices && { items: choices })}
        renderEmptyState={() => <p className="choice-none">No match</p>}
      >
        {(choice: Choice) => (
          <ListBoxItem id={choice.value} textValue={choice.label} className="choice-item">
            <Text slot="label">{choice.label}</Text>
            {choice.help !== undefined && (
              <Text slot="description" className="choice-help">
                {choice.help}
              </Text>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}

function Chevron(): ReactNode {
  return (
    <svg className="chevron" viewBox="0 0 16 16" aria-hidden="true">
      <path d="m4 6 4 4 4-4" />
    </svg>
  );
}
