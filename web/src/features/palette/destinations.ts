import { signOut } from '../../api/session.ts';
import type { Command } from '../../components/overlays/command-palette.tsx';
import type { NamedPage } from '../../urls/pages.ts';
import { KINDS, browsePath } from '../browse/kinds.ts';

/** A command with what it does: the path of a page, or an action. */
export interface Destination extends Command {
  readonly run: string | (() => void);
}

/** What a person can do from anywhere. */
export const ACTIONS: readonly Destination[] = [
  { id: 'action:out', label: 'Sign out', run: () => void signOut() },
];

/** Commands that open these pages, and each way to browse after that of browsing. */
export function pageCommands(pages: readonly NamedPage[]): readonly Destination[] {
  return pages.flatMap(({ path, label }) => [
    page(path, label),
    ...(path === '/browse' ? KINDS.map((kind) => page(browsePath(kind.id), kind.label)) : []),
  ]);
}

function page(path: string, label: string): Destination {
  return { id: `page:${path}`, label, run: path };
}
