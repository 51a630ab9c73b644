import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { withMarks } from '../text/with-marks.ts';
import './dotted-link.css';

/** A link in the form of a badge with a dotted border: to what is not there yet, such as proposals. */
export function DottedLink({
  to,
  children,
}: {
  readonly to: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Link href={to} className="dotted-link">
      {withMarks(children)}
    </Link>
  );
}
