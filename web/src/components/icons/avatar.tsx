import type { CSSProperties, ReactNode } from 'react';
import './icon.css';
import { initialsOf } from './initials.ts';

/** Initials of a person in a circle, or of a group in a square, in a colour that follows from the name. Decoration: the name stands beside it. */
export function Avatar({
  name,
  isGroup = false,
}: {
  readonly name: string;
  readonly isGroup?: boolean;
}): ReactNode {
  return (
    <span
      className={isGroup ? 'avatar avatar-group' : 'avatar'}
      aria-hidden="true"
      style={{ '--hue': String(hueOf(name)) } as CSSProperties}
    >
      {initialsOf(name)}
    </span>
  );
}

/** A hue in degrees that depends on the name alone. */
function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return hash;
}
