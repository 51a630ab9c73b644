import { useEffect, useRef, type RefObject } from 'react';
import { isGridCell } from '../grid-cells.ts';

interface ClipboardActions {
  readonly onCopy: () => string;
  readonly onPaste: (text: string) => void;
}

/**
 * Copies and pastes while a cell within `frame` has the focus. Listens on the document, because browsers send clipboard
 * events to the element with the text selection, which is not the focused cell.
 */
export function useClipboard(frame: RefObject<HTMLElement | null>, actions: ClipboardActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const isHere = (): boolean =>
      isGridCell(document.activeElement) && frame.current?.contains(document.activeElement) === true;
    const copy = (event: ClipboardEvent): void => {
      if (!isHere()) return;
      event.clipboardData?.setData('text/plain', latest.current.onCopy());
      event.preventDefault();
    };
    const paste = (event: ClipboardEvent): void => {
      if (!isHere()) return;
      event.preventDefault();
      latest.current.onPaste(event.clipboardData?.getData('text/plain') ?? '');
    };
    document.addEventListener('copy', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('paste', paste);
    };
  }, [frame]);
}
