import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { described, objectOf } from '../shapes.ts';
import { EDIT_NUMBER } from './edit-shape.ts';
import { ownEdit } from './own-edit.ts';
import { withoutPlan } from './planned-edit.ts';

/**
 * Requests a bulk edit of the caller to stop after its current commit; finished changes are kept. Does nothing if it
 * has ended. Throws NOT_FOUND for edits of others.
 */
export const stopBulkEdit = defineProtected({
  name: 'stopBulkEdit',
  effect: 'write',
  summary: 'Stops your bulk edit after its current commit; finished changes are kept.',
  needs: TOKEN,
  input: () => objectOf({ id: described('Number of the bulk edit.', EDIT_NUMBER) }),
  run: async ({ id }, work) => {
    const report = await ownEdit(id, work);
    if (report.finishedAt === undefined) await work.services.bulkEdits.stop(id, work.actor);
    return withoutPlan(report);
  },
});
