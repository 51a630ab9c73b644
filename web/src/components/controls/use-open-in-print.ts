import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Opens a cut text while the page is printed: paper has no button for the rest. */
export function useOpenInPrint(isOpen: boolean, setOpen: (isOpen: boolean) => void): void {
  const isPrinted = useRef(false);
  useEffect(() => {
    const open = (): void => {
      if (isOpen) return;
      isPrinted.current = true;
      // The page is printed as it is when the handlers of the event have run.
      flushSync(() => setOpen(true));
    };
    const close = (): void => {
      if (isPrinted.current) setOpen(false);
      isPrinted.current = false;
    };
    addEventListener('beforeprint', open);
    addEventListener('afterprint', close);
    return () => {
      removeEventListener('beforeprint', open);
      removeEventListener('afterprint', close);
    };
  }, [isOpen, setOpen]);
}
