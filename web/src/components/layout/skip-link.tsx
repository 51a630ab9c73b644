import type { ReactNode } from 'react';
import './skip-link.css';

/** A link that is visible while it has the focus, and moves the focus past what follows. */
export function SkipLink({
  to,
  children,
  isHere = false,
}: {
  /** Selector of the element that gets the focus. */
  readonly to: string;
  readonly children: string;
  /** Shows it in its place instead of at the top of the page. */
  readonly isHere?: boolean;
}): ReactNode {
  return (
    <a
      className={isHere ? 'skip-link-here' : 'skip-link'}
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        document.querySelector<HTMLElement>(to)?.focus();
      }}
    >
      {children}
    </a>
  );
}
