import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { useOpenInPrint } from './use-open-in-print.ts';

/** Shows all of a text that is cut off, and cuts it off again. A printed page has all of it. */
export function ShowAllButton({
  isOpen,
  setOpen,
}: {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}): ReactNode {
  useOpenInPrint(isOpen, setOpen);
  return (
    <Button
      look="quiet"
      isExpanded={isOpen}
      onPress={() => {
        setOpen(!isOpen);
      }}
    >
      {isOpen ? 'Show less' : 'Show all'}
    </Button>
  );
}
