import type { ReactNode } from 'react';
import './text.css';

/** A log or other long multi-line text in a scrollable box. */
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
