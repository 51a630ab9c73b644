import type { ReactNode } from 'react';
import './cut-text.css';

/** Text in one line, which is cut where it is wider than most of the window. */
export function CutText({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="cut-text">{children}</span>;
}
