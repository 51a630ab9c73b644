import { defineOperation } from '../operation.ts';
import { deleteExisting } from '../stored.ts';
import { MANAGES_TESTS, METADATA_TEST } from './metadata-test.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a metadata test; its results on assets are kept. */
export const deleteTest = defineOperation({
  name: 'deleteTest',
  effect: 'delete',
  summary: 'Deletes a metadata test; its results on assets are kept.',
  input: (types) => objectOf({ urn: types.entityOf(METADATA_TEST) }),
  needs: MANAGES_TESTS,
  run: ({ urn: test }, work) => deleteExisting(test, work),
});
