import * as v from 'valibot';
import { holderOf } from '../../model/relationships/column-holder.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import { requireAttribute } from './business-attribute.ts';
import { objectOf } from '../shapes.ts';

/** Privilege on the dataset to set the business attributes of its columns. */
const ON_COLUMNS = 'EDIT_DATASET_COL_BUSINESS_ATTRIBUTE_PRIVILEGE';

/** Sets the business attribute of columns, or removes it when none is given. */
export const setBusinessAttribute = defineOperation({
  name: 'setBusinessAttribute',
  effect: 'write',
  summary: 'Sets the business attribute of columns, or removes it if none is given.',
  input: (types) =>
    objectOf({
      attribute: v.optional(types.entityOf('businessAttribute')),
      columns: v.array(types.entityOf('schemaField')),
    }),
  needs: {
    anyOf: ['EDIT_ENTITY', ON_COLUMNS],
    clauses: ({ columns }) =>
      columns.map(({ urn }) => [
        { privilege: ON_COLUMNS, urn: holderOf(urn) ?? urn },
        { privilege: 'EDIT_ENTITY', urn },
      ]),
  },
  run: async ({ attribute, columns }, work) => {
    if (attribute !== undefined) await requireAttribute(attribute, work);
    const value =
      attribute === undefined ? {} : { businessAttribute: { businessAttributeUrn: attribute.urn } };
    await work.ingest(columns.map(({ urn }) => upsertOf(urn, 'businessAttributes', value)));
  },
});
