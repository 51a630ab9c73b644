import type { ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import type { ValueColor } from './value-colors.ts';
import './value-chip.css';

/** A value in the color that its definition gives it. The text says what the color means. */
export function ValueChip({
  color,
  children,
}: {
  readonly color: ValueColor;
  readonly children: string;
}): ReactNode {
  return (
    <span className={`value-chip value-chip-${color.toLowerCase()}`} title={children}>
      {withMarks(children)}
    </span>
  );
}
