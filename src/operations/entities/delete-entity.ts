import { WRITE } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { URN, objectOf } from '../shapes.ts';

/** Hard-deletes an entity of any type with all aspects and versions. That it does not exist is no error. */
export const deleteEntity = defineOperation({
  name: 'deleteEntity',
  effect: 'delete',
  summary: 'Hard-deletes an entity with all aspects and versions.',
  input: () => objectOf({ urn: URN }),
  needs: WRITE,
  run: ({ urn }, { writes }) => writes.deleteEntity(urn),
});
