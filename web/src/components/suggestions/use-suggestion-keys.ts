import { useState, type KeyboardEvent } from 'react';
import type { Suggestion, SuggestionGroup } from './suggestion-row.tsx';

/** A list of suggestions below a field: whether it is open, and which suggestion the arrow keys have highlighted. */
interface SuggestionKeys {
  readonly isOpen: boolean;
  readonly active: Suggestion | undefined;
  readonly open: () => void;
  readonly close: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Handles the keys of a field with suggestions: arrows highlight one and open the list, Enter chooses it or submits the
 * text, Escape closes the list. The list opens only by these keys or `open`: suggestions that arrive after it was closed do not
 * open it.
 */
export function useSuggestionKeys(
  groups: readonly SuggestionGroup[],
  onChoose: (id: string) => void,
  onSubmit: () => void,
): SuggestionKeys {
  const [isAsked, setAsked] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  const all = groups.flatMap(({ suggestions }) => suggestions);
  const isOpen = isAsked && all.length > 0;
  const at = isOpen ? all.findIndex(({ id }) => id === activeId) : -1;
  const active = all[at];
  const open = (): void => {
    setAsked(true);
    setActiveId(undefined);
  };
  const close = (): void => {
    setAsked(false);
    setActiveId(undefined);
  };
  const move = (step: 1 | -1): void => {
    setAsked(true);
    // Before the first and after the last one is the field itself.
    const place = at === -1 && step === -1 ? all.length - 1 : at + step;
    setActiveId(all[place]?.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      close();
      if (active === undefined) onSubmit();
      else onChoose(active.id);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  return { isOpen, active, open, close, onKeyDown };
}
