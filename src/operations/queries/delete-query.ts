import { defineOperation } from '../operation.ts';
import { deleteExisting } from '../stored.ts';
import { EDIT_STORED_SUBJECTS, requireQuery } from './query.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a query; references to it are kept. */
export const deleteQuery = defineOperation({
  name: 'deleteQuery',
  effect: 'delete',
  summary: 'Deletes a saved query; references to it are kept.',
  input: (types) => objectOf({ urn: types.entityOf('query') }),
  needs: EDIT_STORED_SUBJECTS,
  run: async ({ urn: query }, work) => {
    await requireQuery(query, work);
    await deleteExisting(query, work);
  },
});
