import type { QueryMeta } from '@tanstack/react-query';
import { entityTypeOf } from '../../urls/urn.ts';

/**
 * The entities that a query's result depends on: these urns, all entities of these types (named as in urns), or the columns
 * of a dataset; `all`: any entity.
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
      /** Refetched when anyone changes one of these entities; absent: the result does not change. */
      readonly shows?: Shown;
      /** Others' changes do not replace the result: the newer one is stored under `newerKey` until the page shows it. */
      readonly isKept?: boolean;
      /** Refetches only the parts that depend on these entities, where refetching all would be expensive. */
      readonly renewPart?: (urns: readonly string[]) => Promise<unknown>;
    };
  }
}

/** Entities that determine rights: people, groups, roles and policies. */
export const ACCESS = { types: ['corpuser', 'corpGroup', 'dataHubRole', 'dataHubPolicy'] } as const;

/** Maximum events handled one by one; if more arrive at once, everything shown is refetched. */
const MAX_EVENTS = 100;
/** Maximum characters of urns in an address. */
const MAX_CHARACTERS = 6_000;

/** Parameters of the change feed that select changes of these entities; '' for none. Urns that do not fit are omitted. */
export function feedFilter(parts: readonly Shown[]): string {
  if (parts.length === 0) return '';
  const known = parts.filter((part) => part !== 'all');
  if (known.length < parts.length) return 'limit=1';
  // The subject of a page is one entity or a few; its labels depend on many.
  const inOrder = known.toSorted((a, b) => (a.urns?.length ?? 0) - (b.urns?.length ?? 0));
  const urns = [...new Set(inOrder.flatMap((part) => part.urns ?? []))].filter(
    (urn) => entityTypeOf(urn) !== '',
  );
  const types = known.flatMap((part) => [
    ...(part.types ?? []),
    ...(part.columnsOf === undefined ? [] : ['schemaField']),
  ]);
  const filter = new URLSearchParams({ limit: String(MAX_EVENTS) });
  if (types.length > 0) {
    filter.set('entityType', [...new Set([...types, ...urns.map(entityTypeOf)])].sort().join(','));
    return String(filter);
  }
  let room = MAX_CHARACTERS;
  for (const urn of urns) {
    room -= encodeURIComponent(urn).length;
    if (room > 0) filter.append('urn', urn);
  }
  return urns.length === 0 ? '' : String(filter);
}

/** Whether the result depends on the entity. */
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

/** Whether the result comes from the index, which may lag behind the store. */
export function isIndexed({ shows }: QueryMeta): boolean {
  return shows === 'all' || shows?.types !== undefined;
}
