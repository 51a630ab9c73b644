import type { Me } from '../../api/me.ts';
import { signOut } from '../../api/session.ts';
import type { Command } from '../../components/overlays/command-palette.tsx';
import { KINDS, browsePath } from '../browse/kinds.ts';

/** A command with what it does: the path of a page, or an action. */
export interface Destination extends Command {
  readonly run: string | (() => void);
}

/** The pages that everybody can open. */
export const PAGES: readonly Destination[] = [
  page('/search', 'Search'),
  page('/properties', 'Properties'),
  page('/browse', 'Browse'),
  ...KINDS.map(({ id, label }) => page(browsePath(id), label)),
  page('/people', 'People'),
  page('/operations', 'Operations'),
  page('/edits', 'Your edits'),
  page('/policies', 'Policies'),
  page('/tokens', 'Access tokens'),
  page('/webhooks', 'Webhooks'),
];

/** A page for those who may read the audit log. */
export const AUDIT = page('/audit', 'Audit log');

/** A page for those who may manage ingestion. */
export const INGESTION = page('/ingestion', 'Ingestion');

/** What a person can do from anywhere, as far as they may. */
export function actionsOf(me: Me | undefined, mayImport: boolean): readonly Destination[] {
  const mayDefine = me?.platformPrivileges.manageStructuredProperties === true;
  return [
    ...(mayDefine ? [{ id: 'action:define', label: 'New property', run: '/properties/new' }] : []),
    ...(mayImport ? [{ id: 'action:import', label: 'Import a table (CSV)', run: '/import' }] : []),
    { id: 'action:out', label: 'Sign out', run: () => void signOut() },
  ];
}

function page(path: string, label: string): Destination {
  return { id: `page:${path}`, label, run: path };
}
