import { TOKEN } from '../needs.ts';
import { defineProtectedModelled } from '../operation.ts';
import { ownEdit } from './own-edit.ts';

/** Progress and outcome of a bulk edit or a trial of the caller. Throws NOT_FOUND for those of others. */
export const getBulkEdit = defineProtectedModelled({
  name: 'getBulkEdit',
  effect: 'read',
  summary: 'Gets the progress and the outcome of a bulk edit or a trial of yours.',
  needs: TOKEN,
  run: ({ id }: { readonly id: number }, work) => ownEdit(id, work),
});
