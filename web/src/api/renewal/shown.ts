import type { QueryMeta } from '@tanstack/react-query';
import { entityTypeOf } from '../../urls/urn.ts';

/**
 * What of the catalog an answer shows: parts of these entities, of entities of these types (names as in urns), of the columns of
 * a dataset; `all`: of whatever entity.
 */
export type Shown =
  | 'all'
  | {
      readonly urns?: readonly string[];
      readonly types?: readonly string[];
      readonly columnsOf?: string | undefined;
    };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Asked for again when anybody changes what it shows; absent: shows nothing that changes. */
      readonly shows?: Shown;
      /** Left as it is by others' changes: the newer answer is kept under `newerKey`, and the page shows it when it fits. */
      readonly isKept?: boolean;
      /** Asks again for what the answer shows of these entities alone, where all of it would be much. */
      readonly renewPart?: (urns: readonly string[]) => Promise<unknown>;
    };
  }
}

/** Who may do what: people, groups, roles and policies. */
export const ACCESS = { types: ['corpuser', 'corpGroup', 'dataHubRole', 'dataHubPolicy'] } as const;

/** Events that are told apart; of more at once, what is shown is asked for again as a whole. */
const MOST_EVENTS = 100;
/** Maximum characters of urns in an address. */
const MOST_CHARACTERS = 6_000;

/** Parameters of the change feed that select all changes of what is shown; '' when nothing is. Further urns than fit are left out. */
export function feedFilter(parts: readonly Shown[]): string {
  if (parts.length === 0) return '';
  const known = parts.filter((part) => part !== 'all');
  if (known.length < parts.length) return 'limit=1';
  // What a page is about is one entity or few; names are those of many.
  const inOrder = known.toSorted((a, b) => (a.urns?.length ?? 0) - (b.urns?.length ?? 0));
  const urns = [...new Set(inOrder.flatMap((part) => part.urns ?? []))].filter(
    (urn) => entityTypeOf(urn) !== '',
  );
  const types = known.flatMap((part) => [
    ...(part.types ?? []),
    ...(part.columnsOf === undefined ? [] : ['schemaField']),
  ]);
  const filter = new URLSearchParams({ limit: String(MOST_EVENTS) });
  if (types.length > 0) {
    filter.set('entityType', [...new Set([...types, ...urns.map(entityTypeOf)])].sort().join(','));
    return String(filter);
  }
  let room = MOST_CHARACTERS;
  for (const urn of urns) {
    room -= encodeURIComponent(urn).length;
    if (room > 0) filter.append('urn', urn);
  }
  return urns.length === 0 ? '' : String(filter);
}

/** Whether a change of the entity is one of what is shown. */
export function isOf(shown: Shown, urn: string): boolean {
  if (shown === 'all') return true;
  const { columnsOf, types = [], urns = [] } = shown;
  return (
    urns.includes(urn) ||
    types.includes(entityTypeOf(urn)) ||
    (columnsOf !== undefined && isColumnOf(columnsOf, urn))
  );
}

/** Whether the urn is that of a column of the dataset. */
export function isColumnOf(dataset: string, urn: string): boolean {
  return urn.startsWith(`urn:li:schemaField:(${dataset},`);
}

/** Whether the answer comes from the index, which may follow the store by a moment. */
export function isIndexed({ shows }: QueryMeta): boolean {
  return shows === 'all' || shows?.types !== undefined;
}
