import { URN_FIELD } from '../../mapping.ts';
import type { SortKey } from '../../search-index.ts';
import { FIELDS, valueField } from '../document/layout.ts';
import { AFTER_VALUES, BEFORE_VALUES, fieldPrefix } from '../document/terms.ts';
import type { Clause } from './clause.ts';

/**
 * The least or the greatest value of a field, or a text that comes after all others. The terms of a document ascend, and
 * there are few in one field of the index. Its text is always the same, so that the engine compiles it once.
 */
const SORT_SCRIPT = `
  String prefix = params.prefix;
  String found = params.missing;
  for (String term : doc[params.field]) {
    if (term.startsWith(prefix)) {
      found = term.substring(prefix.length());
      if (params.least) return found;
    }
  }
  return found;`;

/** The order of a page: by the keys and then by urn. */
export function sortClauses(sort: readonly SortKey[]): Clause[] {
  return [...sort.map(sortClause), { [FIELDS.urn]: 'asc' }];
}

function sortClause({ field, descending }: SortKey): Clause {
  const order = descending ? 'desc' : 'asc';
  if (field === URN_FIELD) return { [FIELDS.urn]: order };
  const params = {
    field: valueField(field),
    prefix: fieldPrefix(field),
    missing: descending ? BEFORE_VALUES : AFTER_VALUES,
    least: !descending,
  };
  return { _script: { type: 'string', order, script: { source: SORT_SCRIPT, params } } };
}
