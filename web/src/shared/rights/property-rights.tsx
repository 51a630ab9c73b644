import type { ReactNode } from 'react';
import { useMe } from '../../api/person/me.ts';
import { ButtonLink, type ButtonLook } from '../../components/controls/button.tsx';
import { propertyPath } from '../../urls/paths.ts';
import { ReadOnlyNote, privilegeNeeded, whyNot } from './read-only-note.tsx';

/** Reason shown to people who may not change definitions. */
export const REFUSAL =
  'You need the privilege Manage Structured Properties. Ask someone who manages policies.';

/** Whether the person may change definitions; undefined until loaded. */
export function useMayManage(): boolean | undefined {
  return useMe()?.platformPrivileges.manageStructuredProperties;
}

/** A link for people who may change definitions; for others, the page has a `ManageNote`. */
export function ManageLink({
  to,
  children,
  look = 'plain',
}: {
  readonly to: string;
  readonly children: ReactNode;
  readonly look?: ButtonLook;
}): ReactNode {
  if (useMayManage() !== true) return null;
  return (
    <ButtonLink to={to} look={look}>
      {children}
    </ButtonLink>
  );
}

/** The line below the title for people who may not change definitions: this one, or those of a page of many. */
export function ManageNote({ urn }: { readonly urn?: string }): ReactNode {
  if (useMayManage() !== false) return null;
  return (
    <ReadOnlyNote
      {...(urn !== undefined && { urn })}
      whoElse={privilegeNeeded('Manage Structured Properties')}
      why={urn === undefined ? whyNot('MANAGE_STRUCTURED_PROPERTIES') : `${propertyPath(urn)}?tab=access`}
    />
  );
}
