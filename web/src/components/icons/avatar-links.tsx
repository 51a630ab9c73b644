import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { withMarks } from '../text/with-marks.ts';
import { Hint } from '../text/hint.tsx';
import { Avatar } from './avatar.tsx';
import { numberText } from '../number-text.ts';
import './avatar-links.css';

/** Maximum avatars; further people are counted. */
const SHOWN = 5;

/** People and groups as avatars that lead to their pages, with their names on hover and focus. */
export function AvatarLinks({
  label,
  people,
}: {
  readonly label: string;
  readonly people: readonly {
    readonly to: string;
    readonly name: string;
    readonly isGroup: boolean;
    /** More about the person: `Technical Owner`. */
    readonly note?: string;
  }[];
}): ReactNode {
  const others = people.length - SHOWN;
  return (
    <ul className="avatar-links" role="list" aria-label={withMarks(label)}>
      {people.slice(0, SHOWN).map(({ to, name, isGroup, note }) => (
        <li key={`${to} ${note}`}>
          <Hint text={note === undefined ? name : `${name}, ${note}`}>
            <Link href={to} aria-label={note === undefined ? name : `${name}, ${note}`}>
              <Avatar name={name} isGroup={isGroup} />
            </Link>
          </Hint>
        </li>
      ))}
      {others > 0 && <li>+{numberText(others)}</li>}
    </ul>
  );
}
