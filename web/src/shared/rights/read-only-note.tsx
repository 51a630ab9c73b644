import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Soft } from '../../components/layout/layout.tsx';

/** One line below the title of a page, for people without a privilege: that they can read the page, and who may edit it. */
export function ReadOnlyNote({
  needs,
  why = '/policies',
}: {
  /** Display name of the privilege. */
  readonly needs: string;
  /** Page that explains the person's rights; by default the test of one's own. */
  readonly why?: string;
}): ReactNode {
  return (
    <p>
      <Soft>You can read this. People with the privilege {needs} may edit it.</Soft>{' '}
      <Link href={why}>Why?</Link>
    </p>
  );
}
