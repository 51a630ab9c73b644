import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { capitalized } from '../../api/names/capitalized.ts';
import { Soft } from '../../components/layout/layout.tsx';
import { NameText } from '../../components/text/name-text.tsx';
import { useEditors } from './use-editors.ts';

/** One line below the title of a page, for people who may not edit it: that they can read it, and who may edit it. */
export function ReadOnlyNote({
  urn,
  whoElse,
  why = '/policies',
}: {
  /** The entity of the page; absent: the page has many. */
  readonly urn?: string;
  /** Sentence on whom to ask, if no one who may edit it is known. */
  readonly whoElse: string;
  /** Page that explains the person's rights; by default the test of one's own. */
  readonly why?: string;
}): ReactNode {
  const editors = useEditors(urn ?? '', urn !== undefined);
  return (
    <p>
      <Soft>
        <NameText>
          You can read this. {editors === undefined ? whoElse : `${capitalized(editors)} may edit it.`}
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
