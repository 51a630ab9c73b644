import { VIEW } from '../../model/access/personal.ts';
import { defineProtected } from '../operation.ts';
import { NEEDS_OF_STORED, requireView, requireWholeToken } from './stored-view.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a view. */
export const deleteView = defineProtected({
  name: 'deleteView',
  effect: 'delete',
  summary: 'Deletes a view.',
  input: (types) => objectOf({ urn: types.entityOf(VIEW.entityType) }),
  about: ({ urn }) => [urn.urn],
  needs: NEEDS_OF_STORED,
  run: async ({ urn: view }, work) => {
    await requireView(view, work);
    requireWholeToken(work);
    await work.services.change.deleteEntity(work.actor.urn, view.urn);
  },
});
