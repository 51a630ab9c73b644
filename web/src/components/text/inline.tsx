import { Children, type ReactNode } from 'react';
import './text.css';

/** Short values in a row, separated by commas for eyes and screen readers. */
export function Inline({ children }: { readonly children: ReactNode }): ReactNode {
  const items = Children.toArray(children);
  return (
    <span className="inline">
      {items.map((item, index) => (
        <span key={index}>
          {item}
          {index < items.length - 1 && ', '}
        </span>
      ))}
    </span>
  );
}

/** Text in one line, which is cut where it is wider than most of the window, so that a link with it stays within its frame. */
export function CutText({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="cut-text">{children}</span>;
}
