import { withVisibleDirections } from '../../../../src/util/printable.ts';
import type { ReactNode } from 'react';
import './data.css';

/** A short mark beside a name. */
export function Badge({
  children,
  tone = 'plain',
}: {
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'accent' | 'good' | 'warn' | 'bad';
}): ReactNode {
  return (
    <span className={`badge badge-${tone}`}>
      {typeof children === 'string' ? withVisibleDirections(children) : children}
    </span>
  );
}
