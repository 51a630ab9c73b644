import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { described, objectOf } from '../shapes.ts';
import { EDIT_NUMBER } from './edit-shape.ts';
import { ownEdit } from './own-edit.ts';
import { withoutPlan } from './planned-edit.ts';

/** Progress and result of a bulk edit or dry run of the caller. Throws NOT_FOUND for edits of others. */
export const getBulkEdit = defineProtected({
  name: 'getBulkEdit',
  effect: 'read',
  summary: 'Gets the progress and the result of your bulk edit or dry run.',
  needs: TOKEN,
  input: () => objectOf({ id: described('Number of the bulk edit.', EDIT_NUMBER) }),
  run: async ({ id }, work) => withoutPlan(await ownEdit(id, work)),
});
