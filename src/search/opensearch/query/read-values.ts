import { parseUrn, type Urn } from '../../../model/urn.ts';
import type { FieldValues } from '../../search-index.ts';
import { documentId } from '../document/index-body.ts';
import type { Column } from '../document/columns.ts';
import { FIELDS } from '../document/layout.ts';
import { decodeValue } from '../document/terms.ts';
import { askOne, urnOf, type Ask } from './answer.ts';

/** Documents per request. */
const AT_ONCE = 1000;

/** Values of the field of a column by urn, ascending; entities without a value are left out. */
export async function readValues(
  ask: Ask,
  urns: readonly Urn[],
  column: Column,
): Promise<ReadonlyMap<Urn, FieldValues>> {
  const found = new Map<Urn, FieldValues>();
  for (let start = 0; start < urns.length; start += AT_ONCE) {
    const ids = urns.slice(start, start + AT_ONCE).map(documentId);
    const answer = await askOne(ask, {
      size: ids.length,
      query: { ids: { values: ids } },
      stored_fields: '_none_',
      docvalue_fields: [FIELDS.urn, column.name],
    });
    for (const hit of answer.hits.hits) {
      const values = valuesOf(hit.fields?.[column.name] ?? [], column);
      if (values.length > 0) found.set(parseUrn(urnOf(hit)), values);
    }
  }
  return found;
}

/** Doc values are ascending and distinct. */
function valuesOf(terms: readonly string[], { prefix }: Column): FieldValues {
  const values = terms
    .filter((term) => term.startsWith(prefix))
    .map((term) => decodeValue(term.slice(prefix.length)));
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length > 0 ? numbers : values.filter((value) => typeof value === 'string');
}
