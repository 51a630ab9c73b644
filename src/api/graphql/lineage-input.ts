import { invalidRequest } from '../../errors.ts';
import { registryTypeOf } from '../../model/entity-type-names.ts';
import type { LineageFlags, SearchFlags } from './catalog-types.ts';
import type { PagedSearchInput, SearchFlagsInput } from './search-input.ts';

/** How lineage is followed, as GraphQL has it. */
export interface LineageFlagsInput {
  readonly entitiesExploredPerHopLimit?: number | null;
  readonly startTimeMillis?: number | null;
  readonly endTimeMillis?: number | null;
  readonly ignoreAsHops?:
    readonly { readonly entityType: string; readonly platforms?: readonly string[] | null }[] | null;
}

/** A search across lineage of either kind. */
export interface AnyLineageInput extends Omit<PagedSearchInput, 'query'> {
  readonly urn?: string | null;
  readonly direction: 'UPSTREAM' | 'DOWNSTREAM';
  readonly query?: string | null;
  readonly startTimeMillis?: number | null;
  readonly endTimeMillis?: number | null;
  readonly lineageFlags?: LineageFlagsInput | null;
}

/** A search across lineage by page number. */
export interface SearchLineageInput extends AnyLineageInput {
  readonly start?: number | null;
}

/** A search across lineage by scroll id. */
export interface ScrollLineageInput extends AnyLineageInput {
  readonly scrollId?: string | null;
}

/** Flags of a walk; times may stand beside them, as older clients send them. */
export function parseLineageFlags(input: AnyLineageInput): LineageFlags {
  const flags = input.lineageFlags ?? {};
  return {
    startTimeMillis: flags.startTimeMillis ?? input.startTimeMillis ?? undefined,
    endTimeMillis: flags.endTimeMillis ?? input.endTimeMillis ?? undefined,
    exploredPerHop: flags.entitiesExploredPerHopLimit ?? undefined,
    ignoreAsHops: (flags.ignoreAsHops ?? []).map(({ entityType, platforms }) => {
      const name = registryTypeOf(entityType);
      if (name === undefined) {
        throw invalidRequest(`'lineageFlags.ignoreAsHops' names ${entityType}, which no entity is of.`);
      }
      return { entityType: name, platforms: platforms ?? [] };
    }),
  };
}

/** Whether columns are shown as what has them: unless the caller groups otherwise, as in DataHub. */
export function showsColumnsAsParents(
  { grouping }: SearchFlags,
  flags: SearchFlagsInput | null | undefined,
): boolean {
  const isSaid = (flags?.groupingSpec?.groupingCriteria ?? null) !== null;
  return !isSaid || grouping.some(({ from, to }) => from === 'schemaField' && to === 'dataset');
}
