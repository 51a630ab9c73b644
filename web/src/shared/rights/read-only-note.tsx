import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { capitalized } from '../../api/names/capitalized.ts';
import { Soft } from '../../components/layout/layout.tsx';
import { NameText } from '../../components/text/name-text.tsx';
import { enumerated } from './part-words.ts';
import { useEditors } from './use-editors.ts';

/** One line below the title of a page, for people who may not edit it, or only parts of it: what they may do, and who may edit it. */
export function ReadOnlyNote({
  urn,
  whoElse,
  mayEdit = [],
  why,
}: {
  /** The entity of the page; absent: the page has many. */
  readonly urn?: string;
  /** Sentence on whom to ask, if no one who may edit it is known. */
  readonly whoElse: string;
  /** Parts that the person may edit: `tags`. */
  readonly mayEdit?: readonly string[];
  /** Page that explains the person's rights. */
  readonly why: string;
}): ReactNode {
  const editors = useEditors(urn ?? '', urn !== undefined);
  const isReader = mayEdit.length === 0;
  return (
    <p>
      <Soft>
        <NameText>
          {isReader ? 'You can read this.' : `You can edit its ${enumerated(mayEdit)}.`}{' '}
          {editors?.all === undefined
            ? whoElse
            : `${capitalized(editors.all)} may edit ${isReader ? 'it' : 'all of it'}.`}{' '}
          {isReader && editors?.parts}
        </NameText>
      </Soft>{' '}
      <Link href={why}>Why?</Link>
    </p>
  );
}

/** The sentence of {@link ReadOnlyNote} on a page of many: which privilege allows editing them. */
export function privilegeNeeded(name: string): string {
  return `People with the privilege ${name} may edit it.`;
}

/** Path of the answer why the person does not have a privilege for the whole catalog: `MANAGE_POLICIES`. */
export function whyNot(privilege: string): string {
  return `/policies?tab=test&privilege=${privilege}`;
}
