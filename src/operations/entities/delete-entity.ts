import { WRITE } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { URN, objectOf } from '../shapes.ts';

/** Hard-deletes an entity of any type with all aspects and versions. Succeeds if it does not exist. */
export const deleteEntity = defineOperation({
  name: 'deleteEntity',
  effect: 'delete',
  summary: 'Hard-deletes an entity with all aspects and versions.',
  input: () => objectOf({ urn: URN }),
  needs: WRITE,
  run: ({ urn }, { writes }) => writes.deleteEntity(urn),
});
