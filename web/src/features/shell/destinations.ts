import { signOut } from '../../api/session.ts';
import type { Command } from '../../components/overlays/command-palette.tsx';
import type { NamedPage } from '../../urls/pages.ts';
import { KINDS, browsePath } from '../../shared/search/kinds.ts';

/** A command and its target: the path of a page, or an action. */
export interface Destination extends Command {
  readonly run: string | (() => void);
}

/** Global actions. */
export const ACTIONS: readonly Destination[] = [
  { id: 'action:out', label: 'Sign out', run: () => void signOut() },
];

/** Commands that open these pages; after `/browse`, one for each way to browse. */
export function pageCommands(pages: readonly NamedPage[]): readonly Destination[] {
  return pages.flatMap(({ path, label }) => [
    page(path, label),
    ...(path === '/browse' ? KINDS.map((kind) => page(browsePath(kind.id), kind.label)) : []),
  ]);
}

function page(path: string, label: string): Destination {
  return { id: `page:${path}`, label, run: path };
}
