import { useEffect, useRef, type RefObject } from 'react';

/** Where letters are typed, or mean something else. */
const TYPING = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]';

/**
 * Moves the focus between the first links of the rows of the table inside the element: with `j` and `k` from anywhere on the page,
 * with the arrow keys from within the table. Enter then opens the link.
 */
export function useRowKeys(): RefObject<HTMLDivElement> {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = stepOf(event, frame.current);
      const links = [...(frame.current?.querySelectorAll<HTMLElement>('tbody tr > :first-child a') ?? [])];
      if (step === 0 || links.length === 0) return;
      const row = document.activeElement?.closest('tr');
      const place = links.findIndex((link) => link.closest('tr') === row);
      event.preventDefault();
      links[Math.min(Math.max(place + step, 0), links.length - 1)]?.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return frame;
}

/** Calls `step` with 1 when `j` is typed anywhere on the page, and with -1 for `k`. */
export function useStepKeys(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isTyping(event)) return;
      if (event.key === 'j') step(1);
      if (event.key === 'k') step(-1);
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  });
}

/** 1 for the next row, -1 for the one before, 0 for any other key. */
function stepOf(event: KeyboardEvent, frame: Element | null): number {
  const { key, target } = event;
  if (isTyping(event)) return 0;
  const isInTable = target instanceof Element && frame?.contains(target) === true;
  if (key === 'j' || (isInTable && key === 'ArrowDown')) return 1;
  return key === 'k' || (isInTable && key === 'ArrowUp') ? -1 : 0;
}

function isTyping({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || !(target instanceof Element) || target.closest(TYPING) !== null;
}
