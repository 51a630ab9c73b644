import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { enterHeldKeys } from '../on-use/held-keys.ts';
import { SuggestionRow, type SuggestionGroup } from '../suggestions/suggestion-row.tsx';
import './command-palette.css';
import './overlays.css';

/** A dialog that finds commands by typing. Arrow keys select one, Enter runs it, Escape closes. */
export function CommandPalette({
  text,
  onText,
  groups,
  note,
  onRun,
  onClose,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Commands that match the text; empty groups are hidden. */
  readonly groups: readonly SuggestionGroup[];
  /** Shown if nothing matches. */
  readonly note: ReactNode;
  readonly onRun: (id: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const field = useFirstFocus();
  const shown = groups.filter(({ suggestions }) => suggestions.length > 0);
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="modal modal-medium">
        <Dialog className="dialog" aria-label="Command palette">
          <Autocomplete inputValue={text} onInputChange={onText}>
            <SearchField className="palette-field" aria-label="Go to a page, an entity or an action">
              <Input
                ref={field}
                className="palette-input"
                placeholder="Go to a page, an entity or an action"
                onKeyDown={(event) => {
                  if (event.key === 'Escape') {
                    // The field would only clear itself.
                    event.preventDefault();
                    event.stopPropagation();
                    onClose();
                  }
                  // Text typed before the field was ready has selected nothing yet.
                  const isChosen = event.currentTarget.getAttribute('aria-activedescendant') !== null;
                  const first = shown[0]?.suggestions[0];
                  if (event.key !== 'Enter' || isChosen || text === '' || !first) return;
                  event.preventDefault();
                  onRun(first.id);
                }}
              />
            </SearchField>
            <ListBox
              className="palette-list"
              aria-label="Results"
              items={shown}
              selectionMode="none"
              onAction={(key) => {
                onRun(String(key));
              }}
              renderEmptyState={() => <div className="palette-none">{note}</div>}
            >
              {({ id, label, suggestions }: SuggestionGroup) => (
                <ListBoxSection id={`group:${id}`} {...(label === undefined && { 'aria-label': 'More' })}>
                  {label !== undefined && <Header className="palette-group">{label}</Header>}
                  <Collection items={suggestions}>
                    {(suggestion) => (
                      <ListBoxItem id={suggestion.id} textValue={suggestion.label} className="palette-item">
                        <SuggestionRow suggestion={suggestion} />
                      </ListBoxItem>
                    )}
                  </Collection>
                </ListBoxSection>
              )}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A field that has the focus once it is shown, with what was typed before. */
function useFirstFocus(): RefObject<HTMLInputElement> {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    enterHeldKeys(field.current);
  }, []);
  return field;
}
