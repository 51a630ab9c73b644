import { useEntityNames } from '../../api/names/entity-names.ts';
import { tableOf } from '../columns/use-column.ts';

/** Names for the title of a proposal about an entity: its own, for a column with that of its table, and those of values. */
export function useTitleNames(
  urn: string,
  values: readonly string[] = [],
): { readonly subject: string; readonly nameOf: (urn: string) => string } {
  const table = tableOf(urn);
  const nameOf = useEntityNames([urn, ...(table === '' ? [] : [table]), ...values]);
  return { subject: table === '' ? nameOf(urn) : `${nameOf(urn)} in ${nameOf(table)}`, nameOf };
}
