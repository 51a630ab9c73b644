import { useState, type CSSProperties, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import './icon.css';
import { initialsOf } from './initials.ts';
import { isShownPicture } from './picture.ts';

/**
 * The picture of a person, or initials in a colour that follows from the name: a person's in a circle, a group's in a square.
 * Decoration: the name stands beside it.
 */
export function Avatar({
  name,
  picture,
  isGroup = false,
  isLarge = false,
}: {
  readonly name: string;
  /** Link to an image; others than {@link isShownPicture} are ignored. */
  readonly picture?: string | null | undefined;
  readonly isGroup?: boolean;
  /** As high as two lines of text, instead of one. */
  readonly isLarge?: boolean;
}): ReactNode {
  const [broken, setBroken] = useState<string>();
  const isPicture = typeof picture === 'string' && picture !== broken && isShownPicture(picture);
  return (
    <span
      className={classNames('avatar', isGroup && 'avatar-group', isLarge && 'avatar-large')}
      aria-hidden="true"
      style={{ '--hue': String(hueOf(name)) } as CSSProperties}
    >
      {isPicture ? (
        <img
          src={picture}
          alt=""
          onError={() => {
            setBroken(picture);
          }}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

/** A hue in degrees that depends on the name alone. */
function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return hash;
}
