import { invalidRequest } from '../../errors.ts';
import { registryTypeOf } from '../../model/entity-type-names.ts';
import type { LineageFlags, SearchFlags } from './catalog-types.ts';
import type { PagedSearchInput, SearchFlagsInput } from './search-input.ts';

/** Flags of a lineage walk in GraphQL's form. */
export interface LineageFlagsInput {
  readonly entitiesExploredPerHopLimit?: number | null;
  readonly startTimeMillis?: number | null;
  readonly endTimeMillis?: number | null;
  readonly ignoreAsHops?:
    readonly { readonly entityType: string; readonly platforms?: readonly string[] | null }[] | null;
}

/** Input of a lineage search, by page or by scroll. */
export interface AnyLineageInput extends Omit<PagedSearchInput, 'query'> {
  readonly urn?: string | null;
  readonly direction: 'UPSTREAM' | 'DOWNSTREAM';
  readonly query?: string | null;
  readonly startTimeMillis?: number | null;
  readonly endTimeMillis?: number | null;
  readonly lineageFlags?: LineageFlagsInput | null;
}

/** Input of a lineage search by page. */
export interface SearchLineageInput extends AnyLineageInput {
  readonly start?: number | null;
}

/** Input of a lineage search by scroll. */
export interface ScrollLineageInput extends AnyLineageInput {
  readonly scrollId?: string | null;
}

/**
 * Converts lineage flags to the catalog's form. Times may also be given beside the flags, as older clients do; those in
 * the flags take precedence. Throws INVALID_REQUEST for an unknown entity type.
 */
export function parseLineageFlags(input: AnyLineageInput): LineageFlags {
  const flags = input.lineageFlags ?? {};
  return {
    startTimeMillis: flags.startTimeMillis ?? input.startTimeMillis ?? undefined,
    endTimeMillis: flags.endTimeMillis ?? input.endTimeMillis ?? undefined,
    exploredPerHop: flags.entitiesExploredPerHopLimit ?? undefined,
    ignoreAsHops: (flags.ignoreAsHops ?? []).map(({ entityType, platforms }) => {
      const name = registryTypeOf(entityType);
      if (name === undefined) {
        throw invalidRequest(
          `'lineageFlags.ignoreAsHops' names ${entityType}, which is not the type of any entity.`,
        );
      }
      return { entityType: name, platforms: platforms ?? [] };
    }),
  };
}

/** Whether results show datasets in place of columns: yes unless the caller sets another grouping, as in DataHub. */
export function showsColumnsAsParents(
  { grouping }: SearchFlags,
  flags: SearchFlagsInput | null | undefined,
): boolean {
  const isSaid = (flags?.groupingSpec?.groupingCriteria ?? null) !== null;
  return !isSaid || grouping.some(({ from, to }) => from === 'schemaField' && to === 'dataset');
}
