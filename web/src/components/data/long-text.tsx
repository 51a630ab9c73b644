import { useState, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { shortened } from './shortened.ts';
import './text.css';

/** A text of any length and direction; a long one is collapsed at first. */
export function LongText({ children }: { readonly children: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const start = shortened(children);
  if (start === children) return <bdi className="long-text">{children}</bdi>;
  return (
    <span className="long-text">
      <bdi>{isOpen ? children : `${start}…`}</bdi>{' '}
      <Button
        look="quiet"
        isExpanded={isOpen}
        onPress={() => {
          setOpen(!isOpen);
        }}
      >
        {isOpen ? 'Show less' : 'Show all'}
      </Button>
    </span>
  );
}
