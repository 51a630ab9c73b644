import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import { SuggestionRow, type Suggestion, type SuggestionGroup } from './suggestion-row.tsx';
import { useSuggestionKeys } from './use-suggestion-keys.ts';
import '../fields/fields.css';
import './search-field.css';

interface SearchFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Shown in a list below the field while it has the focus: at once if it is empty, else after typing or an arrow key. */
  readonly groups: readonly SuggestionGroup[];
  readonly onChoose: (id: string) => void;
  readonly onSubmit: () => void;
  /** Called when the field gets the focus, before suggestions are shown. */
  readonly onUse: () => void;
  /** Stands in the field, at its end. */
  readonly after?: ReactNode;
}

/**
 * A search field with suggestions. Enter searches the text, or opens the suggestion highlighted with the arrow keys. Native
 * elements instead of React Aria's: its list is a modal overlay that opens in an effect, which may run after Enter, and then hides
 * the results from screen readers and stays open.
 */
export function SearchField({
  label,
  text,
  onText,
  groups,
  onChoose,
  onSubmit,
  onUse,
  after,
}: SearchFieldProps): ReactNode {
  const id = useId();
  const { isOpen, active, open, close, onKeyDown } = useSuggestionKeys(groups, onChoose, onSubmit);
  return (
    <form
      role="search"
      className="search-field"
      onSubmit={(event) => {
        event.preventDefault();
        close();
        onSubmit();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <span className="search-icon">
        <Icon name="search" />
      </span>
      <input
        className="input search-input"
        type="search"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={active && optionId(id, active)}
        autoComplete="off"
        spellCheck="false"
        placeholder={label}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
          open();
        }}
        onFocus={() => {
          onUse();
          // What was searched before helps where nothing is typed yet.
          if (text === '') open();
        }}
        onKeyDown={onKeyDown}
      />
      {after !== undefined && <div className="search-after">{after}</div>}
      <SuggestionList
        id={id}
        label={label}
        groups={isOpen ? groups : []}
        active={active}
        onChoose={(chosen) => {
          close();
          onChoose(chosen);
        }}
      />
    </form>
  );
}

function SuggestionList({
  id,
  label,
  groups,
  active,
  onChoose,
}: {
  readonly id: string;
  readonly label: string;
  readonly groups: readonly SuggestionGroup[];
  readonly active: Suggestion | undefined;
  readonly onChoose: (id: string) => void;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const activeId = active?.id;
  useEffect(() => {
    if (activeId !== undefined)
      list.current?.querySelector('[data-focused]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div
      ref={list}
      id={`${id}-list`}
      className="suggestions"
      role="listbox"
      aria-label={label}
      hidden={groups.length === 0}
      // Keeps the focus in the field, and with it the list open, until the press is complete.
      onMouseDown={(event) => {
        event.preventDefault();
      }}
    >
      {groups.map((group) => (
        <div key={group.id} className="suggestion-group" role="group" aria-label={group.label ?? label}>
          {group.label !== undefined && (
            <div className="suggestion-heading" aria-hidden="true">
              {group.label}
            </div>
          )}
          {group.suggestions.map((suggestion) => (
            <div
              key={suggestion.id}
              id={optionId(id, suggestion)}
              className="suggestion"
              role="option"
              aria-selected={suggestion.id === activeId}
              {...(suggestion.id === activeId && { 'data-focused': true })}
              onClick={() => {
                onChoose(suggestion.id);
              }}
            >
              <SuggestionRow suggestion={suggestion} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function optionId(list: string, { id }: Suggestion): string {
  return `${list}-${encodeURIComponent(id)}`;
}
