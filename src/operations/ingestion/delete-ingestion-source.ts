import { SOURCE } from '../../model/ingestion/run-request.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { deleteExisting } from '../stored.ts';
import { MANAGE_INGESTION } from './ingestion-source.ts';
import { objectOf } from '../shapes.ts';

/** Deletes an ingestion source; its runs are kept. Returns its urn. */
export const deleteIngestionSource = defineOperation({
  name: 'deleteIngestionSource',
  effect: 'delete',
  summary: 'Deletes an ingestion source; its runs are kept.',
  input: (types) => objectOf({ urn: types.entityOf(SOURCE) }),
  needs: platform(MANAGE_INGESTION),
  run: async ({ urn: source }, work) => {
    await deleteExisting(source, work);
    return source.urn;
  },
});
