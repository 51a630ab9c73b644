import type { ReactNode } from 'react';
import { useMe } from '../../api/person/me.ts';
import { ButtonLink, RefusedButton, type ButtonLook } from '../../components/controls/button.tsx';

/** Reason shown to people who may not change definitions. */
export const REFUSAL =
  'You need the privilege Manage Structured Properties. Ask someone who manages policies.';

/** Whether the person may change definitions; undefined until loaded. */
export function useMayManage(): boolean | undefined {
  return useMe()?.platformPrivileges.manageStructuredProperties;
}

/** A link that is disabled with the reason for people who may not change definitions. */
export function ManageLink({
  to,
  children,
  look = 'plain',
}: {
  readonly to: string;
  readonly children: ReactNode;
  readonly look?: ButtonLook;
}): ReactNode {
  const may = useMayManage();
  if (may === undefined) return null;
  return may ? (
    <ButtonLink to={to} look={look}>
      {children}
    </ButtonLink>
  ) : (
    <RefusedButton reason={REFUSAL}>{children}</RefusedButton>
  );
}
