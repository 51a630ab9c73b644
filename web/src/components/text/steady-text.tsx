import type { ReactNode } from 'react';
import './steady-text.css';

/** A text that changes, in a place as wide as its longest form: nothing beside it moves. */
export function SteadyText({
  children,
  longest,
}: {
  readonly children: string;
  readonly longest: string;
}): ReactNode {
  return (
    <span className="steady">
      <span>{children}</span>
      <span className="steady-other" aria-hidden="true">
        {longest}
      </span>
    </span>
  );
}
