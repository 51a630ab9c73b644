import { defineOperation } from '../operation.ts';
import { deleteEverywhere } from '../stored.ts';
import { EDIT_STORED_DATASETS } from './stored-datasets.ts';
import { objectOf } from '../shapes.ts';

/** Deletes the join relationship of two datasets and, in the background, references to it. */
export const deleteErRelationship = defineOperation({
  name: 'deleteErRelationship',
  effect: 'delete',
  summary: 'Deletes a join relationship of two datasets.',
  input: (types) => objectOf({ urn: types.entityOf('erModelRelationship') }),
  needs: EDIT_STORED_DATASETS,
  run: ({ urn }, work) => deleteEverywhere(urn, work),
});
