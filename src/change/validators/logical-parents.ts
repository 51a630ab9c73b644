import { columnAt } from '../../model/aspects/column-at.ts';
import { COLUMN_TYPE } from '../../model/relationships/lineage.ts';
import { entityTypeOf, isUrn, urnParts, type Urn } from '../../model/urn.ts';
import { object } from '../../util/json/json-members.ts';
import type { CurrentState } from '../../store/metadata-store.ts';
import { FIELD_LISTS } from '../schema-fields.ts';
import type { Validator } from '../rules.ts';
import type { Violation } from '../violation.ts';
import { because } from '../../refusals.ts';

const SCHEMA = 'schemaMetadata';
const PARENT = 'parent.destinationUrn';

/**
 * The logical parent of a dataset must be a dataset, that of a column a column. Both columns must be in the schemas
 * of their datasets.
 */
export const logicalParents: Validator = {
  name: 'logicalParents',
  aspects: ['logicalParent'],
  check: ({ after, before, urn }, { state }) => {
    const parent = object(after?.['parent'])?.['destinationUrn'];
    if (typeof parent !== 'string' || !isUrn(parent)) return [];
    if (parent === object(before?.['parent'])?.['destinationUrn']) return [];
    if (entityTypeOf(parent) !== entityTypeOf(urn)) {
      const message = `${parent} cannot be part of this logical parent link. Use two datasets or two columns.`;
      const types = { entityType: entityTypeOf(parent), entityTypes: [entityTypeOf(urn)] };
      return [{ message, field: PARENT, ...because('ENTITY_TYPE_WRONG', types) }];
    }
    return [parent, urn].flatMap((one) => missingColumn(one, state)).slice(0, 1);
  },
};

/** The failure if the dataset of a column has a schema without it. */
function missingColumn(urn: Urn, state: CurrentState): readonly Violation[] {
  if (entityTypeOf(urn) !== COLUMN_TYPE) return [];
  const [dataset = '', path = ''] = urnParts(urn).key;
  const schema = isUrn(dataset) ? state.row(dataset, SCHEMA)?.aspect.value : undefined;
  const fields = schema?.[FIELD_LISTS.get(SCHEMA)?.member ?? ''];
  if (fields === undefined || columnAt(fields, path) !== undefined) return [];
  const message = `Field path not found on ${dataset}: ${path}. Name a column of its schema.`;
  return [{ message, ...because('COLUMN_MISSING', { column: path }) }];
}
