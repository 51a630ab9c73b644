import type { ReactNode } from 'react';
import './text.css';

/** The log of a program or another long text of many lines, in a window of its own that scrolls. */
export function LogText({
  label,
  children,
}: {
  readonly label: string;
  readonly children: string;
}): ReactNode {
  return (
    <pre className="log-text" tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}
