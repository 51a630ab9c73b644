import type { Urn } from '../../model/urn.ts';
import { WRITE } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** Hard-deletes an entity of any type with all aspects and versions. That it does not exist is no error. */
export const deleteEntity = defineModelled({
  name: 'deleteEntity',
  effect: 'delete',
  summary: 'Hard-deletes an entity with all aspects and versions.',
  needs: WRITE,
  run: ({ urn }: { readonly urn: Urn }, { writes }) => writes.deleteEntity(urn),
});
