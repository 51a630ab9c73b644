import * as v from 'valibot';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { deleteEverywhere, deleteExisting } from '../stored.ts';
import { objectOf } from '../shapes.ts';

/** Deletes an ownership type and, by default, references to it. */
export const deleteOwnershipType = defineOperation({
  name: 'deleteOwnershipType',
  effect: 'delete',
  summary: 'Deletes an ownership type and, by default, references to it.',
  input: (types) =>
    objectOf({ urn: types.entityOf('ownershipType'), deleteReferences: v.nullish(v.boolean(), true) }),
  needs: platform('MANAGE_GLOBAL_OWNERSHIP_TYPES'),
  run: ({ urn: type, deleteReferences }, work) =>
    deleteReferences ? deleteEverywhere(type, work) : deleteExisting(type, work),
});
