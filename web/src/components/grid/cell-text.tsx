import type { ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { classNames } from '../class-names.ts';
import './grid.css';

/** Text in a grid cell: one line, truncated at the cell's edge. */
export function CellText({
  children,
  isMono = false,
  isSoft = false,
  isPending = false,
}: {
  readonly children: ReactNode;
  readonly isMono?: boolean;
  readonly isSoft?: boolean;
  /** Sent to the server, which has not responded yet. */
  readonly isPending?: boolean;
}): ReactNode {
  return (
    <span
      dir="auto"
      className={classNames(
        'cell-text',
        isMono && 'cell-mono',
        isSoft && 'cell-soft',
        isPending && 'cell-pending',
      )}
      {...(isPending && { 'aria-busy': true })}
    >
      {withMarks(children)}
    </span>
  );
}
