import * as v from 'valibot';
import { VIEW } from '../../model/access/personal.ts';
import { defineProtected } from '../operation.ts';
import { NEEDS_OF_STORED, requireView, requireWholeToken } from './stored-view.ts';

/** Deletes a view. */
export const deleteView = defineProtected({
  name: 'deleteView',
  effect: 'delete',
  summary: 'Deletes a view.',
  input: (types) => v.object({ urn: types.entityOf(VIEW.entityType) }),
  about: ({ urn }) => [urn.urn],
  needs: NEEDS_OF_STORED,
  run: async ({ urn: view }, work) => {
    await requireView(view, work);
    requireWholeToken(work);
    await work.services.change.deleteEntity(work.actor.urn, view.urn);
  },
});
