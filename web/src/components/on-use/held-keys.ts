import { useLayoutEffect, useRef } from 'react';
import { enter, pressKeys } from './typed-keys.ts';

/** Keys for the first field of the dialog that is opening: characters, and Enter at the end. */
let keys: readonly string[] = [];
/** Number of dialogs that are opening. */
let holders = 0;

/**
 * Holds the keys that are typed while the code of a dialog loads, for the dialog's first field ({@link enterHeldKeys}). They do
 * nothing to the page below. Escape calls `onEscape`.
 */
export function useHeldKeys(isHolding: boolean, onEscape?: () => void): void {
  const escape = useRef(onEscape);
  escape.current = onEscape;
  // In the layout phase, because the field gets the focus in the same commit that ends the wait.
  useLayoutEffect(() => {
    if (!isHolding) return undefined;
    const hold = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') escape.current?.();
      else keys = withKey(keys, event);
    };
    holders += 1;
    addEventListener('keydown', hold, true);
    return () => {
      holders -= 1;
      removeEventListener('keydown', hold, true);
      // The dialog's code may have failed to load.
      queueMicrotask(() => {
        if (holders === 0) keys = [];
      });
    };
  }, [isHolding]);
}

function withKey(held: readonly string[], { key, repeat }: KeyboardEvent): readonly string[] {
  // Nothing follows Enter; a held-down key may be the one that opened the dialog.
  if (held.at(-1) === 'Enter' || (repeat && held.length === 0)) return held;
  if (key === 'Backspace') return held.slice(0, -1);
  return key.length === 1 || (key === 'Enter' && held.length > 0) ? [...held, key] : held;
}

/** Types the held keys into a field that now has the focus, if any. */
export function enterHeldKeys(field: Element | null): void {
  const text = keys.filter((key) => key !== 'Enter').join('');
  const isComplete = keys.length > text.length;
  keys = [];
  if (text === '' || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  // React listens once it has rendered.
  queueMicrotask(() => {
    enter(field, field.value + text);
    if (isComplete) setTimeout(pressKeys, 0, field, [{ key: 'Enter', code: 'Enter' }]);
  });
}
