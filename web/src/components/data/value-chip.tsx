import type { ReactNode } from 'react';
import { Badge } from '../text/badge.tsx';
import { NameText } from '../text/name-text.tsx';
import { withMarks } from '../text/with-marks.ts';
import type { ValueColor } from './value-colors.ts';
import './value-chip.css';

function classOf(color: ValueColor): string {
  return `value-chip-${color.toLowerCase()}`;
}

/** A value in the color that its definition gives it. The text says what the color means. */
export function ValueChip({
  color,
  children,
}: {
  readonly color: ValueColor;
  readonly children: string;
}): ReactNode {
  return (
    <span className={`value-chip ${classOf(color)}`} title={children}>
      {withMarks(children)}
    </span>
  );
}

/** A value as the badge of an asset: in its color, if it has one. */
export function ValueBadge({
  color,
  name,
  children,
}: {
  readonly color: ValueColor | undefined;
  /** The name of its property. */
  readonly name: string;
  readonly children: string;
}): ReactNode {
  if (color === undefined) {
    return (
      <Badge tone="accent">
        <NameText title={name}>{children}</NameText>
      </Badge>
    );
  }
  return (
    <NameText title={name} className={`value-chip value-badge ${classOf(color)}`}>
      {children}
    </NameText>
  );
}
