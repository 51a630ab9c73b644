import { NameText } from './name-text.tsx';
import { withVisibleDirections } from '../../../../src/util/printable.ts';
import { useState, type ReactNode } from 'react';
import { ShowAllButton } from '../controls/show-all-button.tsx';
import { shortened } from './shortened.ts';
import './text.css';

/** A text of any length and direction; a long one is collapsed at first. */
export function LongText({ children }: { readonly children: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const text = withVisibleDirections(children);
  const start = shortened(text);
  if (start === text) return <NameText className="long-text">{text}</NameText>;
  return (
    <span className="long-text">
      <NameText>{isOpen ? text : `${start}…`}</NameText> <ShowAllButton isOpen={isOpen} setOpen={setOpen} />
    </span>
  );
}
