import * as v from 'valibot';
import { upsertOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { CHOSEN_ID } from '../chosen-id.ts';
import { defineOperation } from '../operation.ts';
import { MANAGES_TESTS, METADATA_TEST, TEST_INFO, TEST_SHAPE, testInfo } from './metadata-test.ts';
import { objectOf } from '../shapes.ts';

/** Creates a metadata test, or replaces the one with this id, for tools that declare tests. Returns its urn. */
export const createTest = defineOperation({
  name: 'createTest',
  effect: 'write',
  summary: 'Creates a metadata test, or replaces the one with this id.',
  /** Default of the id: random. */
  input: () => objectOf({ id: v.nullish(CHOSEN_ID), ...TEST_SHAPE }),
  needs: MANAGES_TESTS,
  run: async ({ id, ...test }, work) => {
    const urn = formatUrn(METADATA_TEST, id ?? work.settings.newId());
    await work.ingest([upsertOf(urn, TEST_INFO, testInfo(test))]);
    return urn;
  },
});
