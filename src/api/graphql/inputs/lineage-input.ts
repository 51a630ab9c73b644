import { invalidRequest } from '../../../errors.ts';
import { registryTypeOf } from '../../../model/registry/entity-type-names.ts';
import type { LineageFlags } from '../../../operations/lineage/search-lineage.ts';
import type { SearchFlags } from '../../../operations/search/count-facets.ts';
import type {
  SearchAcrossLineageInput,
  SearchFlags as SearchFlagsInput,
} from '../schema/schema-types.generated.ts';
import { because } from '../../../refusals.ts';

/** Input of a lineage search, by page or by scroll. */
export type AnyLineageInput = Omit<SearchAcrossLineageInput, 'start'>;

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
          undefined,
          because('ENTITY_TYPE_UNKNOWN', { name: entityType, closest: '' }),
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
