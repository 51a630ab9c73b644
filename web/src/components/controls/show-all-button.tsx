import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** Shows all of a text that is cut off, and cuts it off again. */
export function ShowAllButton({
  isOpen,
  setOpen,
}: {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}): ReactNode {
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
