import { URN_FIELD } from '../../mapping.ts';
import type { SortKey } from '../../search-index.ts';
import type { Columns } from '../document/columns.ts';
import { FIELDS } from '../document/layout.ts';
import { AFTER_VALUES, BEFORE_VALUES } from '../document/terms.ts';
import type { Clause } from './clause.ts';

/**
 * Returns the least or greatest value of a field, or `missing`, which sorts last. The terms of a document are
 * ascending, and there are few per index field. The source is constant, so that OpenSearch compiles it once.
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

/** Sort clauses of a page: the keys, then the urn. */
export function sortClauses(sort: readonly SortKey[], columns: Columns): Clause[] {
  return [...sort.map((key) => sortClause(key, columns)), { [FIELDS.urn]: 'asc' }];
}

function sortClause({ field, descending }: SortKey, columns: Columns): Clause {
  const order = descending ? 'desc' : 'asc';
  if (field === URN_FIELD) return { [FIELDS.urn]: order };
  const { name, prefix } = columns.of(field);
  const missing = descending ? BEFORE_VALUES : AFTER_VALUES;
  if (prefix === '') {
    const mode = descending ? 'max' : 'min';
    // No document of the searched types may have a value yet.
    return { [name]: { order, mode, missing, unmapped_type: 'keyword' } };
  }
  const params = { field: name, prefix, missing, least: !descending };
  return { _script: { type: 'string', order, script: { source: SORT_SCRIPT, params } } };
}
