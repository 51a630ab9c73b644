import { useState, type ReactNode, type Ref } from 'react';
import { ComboBox, Input, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import type { Choice } from './choice.tsx';
import { Icon } from '../icons/icon.tsx';
import { whenUsed, type Rooted, type StandsIn } from './when-used.tsx';
import './choice.css';
import './fields.css';
import './search-field.css';

interface SearchFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
  readonly onSubmit: () => void;
  /** Stands in the field, at its end. */
  readonly after?: ReactNode;
}

/** A search field with completions. Enter searches the text, or opens the completion highlighted with the arrow keys. */
export function SearchField({ after, ...props }: SearchFieldProps): ReactNode {
  return (
    <form
      role="search"
      className="search-field"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <span className="search-icon">
        <Icon name="search" />
      </span>
      <Field {...props} />
      {after !== undefined && <div className="search-after">{after}</div>}
    </form>
  );
}

const Field: (props: Omit<SearchFieldProps, 'after'>) => ReactNode = whenUsed(FieldInUse, FieldStandIn);

function FieldStandIn({ label, text, onText, use }: SearchFieldProps & StandsIn): ReactNode {
  return (
    <div {...use}>
      <input
        className="input search-input"
        type="search"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded="false"
        autoComplete="off"
        spellCheck="false"
        placeholder={label}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
        }}
      />
    </div>
  );
}

function FieldInUse({
  label,
  text,
  onText,
  choices,
  onChoose,
  onSubmit,
  root,
}: SearchFieldProps & Rooted): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <ComboBox
      ref={root as Ref<HTMLDivElement>}
      aria-label={label}
      items={choices}
      inputValue={text}
      onInputChange={onText}
      value={null}
      onChange={(key) => {
        if (key !== null) onChoose(String(key));
      }}
      onOpenChange={setOpen}
      allowsCustomValue
      menuTrigger="input"
    >
      <Input
        className="input search-input"
        type="search"
        placeholder={label}
        onKeyDown={(event) => {
          const isChosen = event.currentTarget.getAttribute('aria-activedescendant') !== null;
          if (event.key !== 'Enter' || (isOpen && isChosen)) return;
          event.preventDefault();
          onSubmit();
        }}
      />
      <Popover className="popover choice-popover">
        <ListBox className="choice-list">
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
    </ComboBox>
  );
}
