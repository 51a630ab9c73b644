import type { ReactNode } from 'react';
import '../data/data.css';
import { withMarks } from './with-marks.ts';

/** A short mark beside a name. */
export function Badge({
  children,
  tone = 'plain',
}: {
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'accent' | 'good' | 'warn' | 'bad';
}): ReactNode {
  return <span className={`badge badge-${tone}`}>{withMarks(children)}</span>;
}
