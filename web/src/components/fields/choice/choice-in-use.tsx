import { useContext, type ContextType, type ReactNode, type Ref } from 'react';
import {
  Button as AriaButton,
  ComboBox as AriaComboBox,
  ComboBoxStateContext,
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
import { withMarks } from '../../text/with-marks.ts';
import {
  Chevron,
  LabelText,
  isWrong,
  type Choice,
  type ChoiceProps,
  type ComboBoxProps,
  type SelectProps,
} from './choice-stand-ins.tsx';
import type { Rooted } from '../../on-use/when-used.tsx';
import { selectText } from '../select-text.ts';
import './choice.css';
import '../fields.css';

/** A field that selects one of a few values. */
export function SelectInUse(props: SelectProps & Rooted): ReactNode {
  const { choices, value, onChange, isDisabled = false, problem, placeholder = 'Choose' } = props;
  return (
    <AriaSelect
      ref={props.root as Ref<HTMLDivElement>}
      className="field"
      value={value ?? null}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      isDisabled={isDisabled}
      isInvalid={isWrong(problem)}
      placeholder={placeholder}
    >
      <ChoiceLabel {...props} />
      <AriaButton className="input choice-button">
        <SelectValue className="choice-value">
          {({ selectedText, isPlaceholder }) => (isPlaceholder ? placeholder : withMarks(selectedText))}
        </SelectValue>
        <Chevron />
      </AriaButton>
      <ChoiceNotes {...props} />
      <Choices choices={choices} />
    </AriaSelect>
  );
}

/** A field that selects one of many values by typing. */
export function ComboBoxInUse(props: ComboBoxProps & Rooted): ReactNode {
  const { choices, value, onChange, onInput, text, allowsOther = false, opensOnFocus = true } = props;
  const { isDisabled = false, isRequired = false, autoFocus = false, problem, placeholder } = props;
  return (
    <AriaComboBox
      ref={props.root as Ref<HTMLDivElement>}
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
      isInvalid={isWrong(problem)}
      menuTrigger={opensOnFocus ? 'focus' : 'input'}
    >
      <ChoiceLabel {...props} />
      <div className="choice-box">
        <ComboBoxInput placeholder={placeholder} allowsOther={allowsOther} />
        <AriaButton className="choice-open" aria-label="Show choices">
          <Chevron />
        </AriaButton>
      </div>
      <ChoiceNotes {...props} />
      <Choices />
    </AriaComboBox>
  );
}

/** The field of a combo box. Enter selects the choice that was typed, or the only one that remains. */
function ComboBoxInput({
  placeholder,
  allowsOther,
}: {
  readonly placeholder: string | undefined;
  readonly allowsOther: boolean;
}): ReactNode {
  const state = useContext(ComboBoxStateContext);
  return (
    <Input
      className="input"
      {...(placeholder !== undefined && { placeholder })}
      onFocus={(event) => {
        // React Aria reports the end of the list's focus as another focus of the field.
        if (event.isTrusted) selectText(event);
      }}
      onKeyDownCapture={({ key }) => {
        const meant = key === 'Enter' ? meantKey(state, allowsOther) : undefined;
        // React Aria then selects it.
        if (meant !== undefined) state?.selectionManager.setFocusedKey(meant);
      }}
    />
  );
}

/** Key of the choice that the typed text means, if no choice has the focus. */
function meantKey(
  state: ContextType<typeof ComboBoxStateContext>,
  allowsOther: boolean,
): string | number | undefined {
  if (!state?.isOpen || state.selectionManager.focusedKey !== null) return undefined;
  const text = state.inputValue.trim().toLowerCase();
  // Choices from the server may be those for an earlier text.
  const matches = [...state.collection].filter((item) => item.textValue.toLowerCase().includes(text));
  const exact = matches.filter((item) => item.textValue.toLowerCase() === text);
  const [first, second] = exact.length > 0 || allowsOther ? exact : matches;
  const isTyped = text !== '' && first?.key !== state.value;
  return isTyped && second === undefined ? first?.key : undefined;
}

function ChoiceLabel(props: ChoiceProps): ReactNode {
  return (
    <Label className="field-label">
      <LabelText {...props} />
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
        renderEmptyState={() => <p className="choice-none">No matches</p>}
      >
        {(choice: Choice) => (
          <ListBoxItem id={choice.value} textValue={choice.label} className="choice-item">
            <Text slot="label">{withMarks(choice.label)}</Text>
            {choice.help !== undefined && (
              <Text slot="description" className="choice-help">
                {withMarks(choice.help)}
              </Text>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
