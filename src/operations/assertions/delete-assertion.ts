import { defineOperation } from '../operation.ts';
import { deleteEverywhere } from '../stored.ts';
import { EDIT_STORED_ASSERTION } from './checked-entity.ts';
import { described, objectOf } from '../shapes.ts';

/** Deletes an assertion and, in the background, references to it. */
export const deleteAssertion = defineOperation({
  name: 'deleteAssertion',
  effect: 'delete',
  summary: 'Deletes an assertion; references to it are removed in the background.',
  input: (types) => objectOf({ urn: described('Urn of the assertion.', types.entityOf('assertion')) }),
  needs: EDIT_STORED_ASSERTION,
  run: ({ urn: assertion }, work) => deleteEverywhere(assertion, work),
});
