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
