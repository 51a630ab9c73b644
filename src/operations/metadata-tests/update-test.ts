import { upsertOf } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { MANAGES_TESTS, METADATA_TEST, TEST_INFO, TEST_SHAPE, testInfo } from './metadata-test.ts';
import { objectOf } from '../shapes.ts';

/** Replaces all members of a metadata test. Returns its urn. */
export const updateTest = defineOperation({
  name: 'updateTest',
  effect: 'write',
  summary: 'Replaces a metadata test.',
  input: (types) => objectOf({ urn: types.entityOf(METADATA_TEST), ...TEST_SHAPE }),
  needs: MANAGES_TESTS,
  run: async ({ urn: test, ...input }, work) => {
    const info = testInfo(input);
    await requireExisting([test], (urn) => `Failed to update ${urn}. It does not exist.`, work);
    await work.ingest([upsertOf(test.urn, TEST_INFO, info)]);
    return test.urn;
  },
});
