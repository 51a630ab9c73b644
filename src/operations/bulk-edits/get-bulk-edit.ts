import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { EDIT_NUMBER } from './edit-shape.ts';
import { ownEdit } from './own-edit.ts';

/** Progress and outcome of a bulk edit or a trial of the caller. Throws NOT_FOUND for those of others. */
export const getBulkEdit = defineProtected({
  name: 'getBulkEdit',
  effect: 'read',
  summary: 'Gets the progress and the outcome of a bulk edit or a trial of yours.',
  needs: TOKEN,
  input: () => objectOf({ id: EDIT_NUMBER }),
  run: ({ id }, work) => ownEdit(id, work),
});
