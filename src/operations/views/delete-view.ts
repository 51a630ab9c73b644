import * as v from 'valibot';
import { VIEW } from '../../model/access/personal.ts';
import { defineOperation } from '../operation.ts';
import { NEEDS_OF_STORED } from './stored-view.ts';

/** Deletes a view. */
export const deleteView = defineOperation({
  name: 'deleteView',
  effect: 'delete',
  input: (types) => v.object({ view: types.entityOf(VIEW.entityType) }),
  needs: NEEDS_OF_STORED,
  run: async ({ view }, work) => work.wrote(await work.catalog.views.deleteView(view.urn)),
});
