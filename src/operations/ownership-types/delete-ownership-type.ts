import * as v from 'valibot';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { deleteEverywhere, deleteExisting } from '../stored.ts';

/** Deletes an ownership type, and references to it unless told otherwise. */
export const deleteOwnershipType = defineOperation({
  name: 'deleteOwnershipType',
  effect: 'delete',
  summary: 'Deletes an ownership type, and references to it unless told otherwise.',
  input: (types) => v.object({ type: types.entityOf('ownershipType'), keepsReferences: v.boolean() }),
  needs: platform('MANAGE_GLOBAL_OWNERSHIP_TYPES'),
  run: ({ type, keepsReferences }, work) =>
    keepsReferences ? deleteExisting(type, work) : deleteEverywhere(type, work),
});
