import { signOut } from '../../api/session.ts';
import type { Suggestion } from '../../components/suggestions/suggestion-row.tsx';
import type { NamedPage } from '../../urls/pages.ts';
import { KINDS, browsePath } from '../../shared/search/kinds.ts';

/** A suggestion and its target: the path of a page, or an action. */
export interface Destination extends Suggestion {
  readonly run: string | (() => void);
}

/** Destinations of one kind. */
export interface DestinationGroup {
  readonly id: string;
  /** Undefined for a line that needs no heading. */
  readonly label: string | undefined;
  readonly suggestions: readonly Destination[];
}

/** Opens the destination with this id, if it is in one of the groups. */
export function go(id: string, groups: readonly DestinationGroup[], navigate: (path: string) => void): void {
  const chosen = groups.flatMap(({ suggestions }) => suggestions).find((one) => one.id === id);
  if (typeof chosen?.run === 'string') navigate(chosen.run);
  else chosen?.run();
}

/** Destinations whose labels contain a text, ignoring case. */
export function matching(list: readonly Destination[], text: string): readonly Destination[] {
  return list.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
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
