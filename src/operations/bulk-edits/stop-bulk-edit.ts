import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { EDIT_NUMBER } from './edit-shape.ts';
import { ownEdit } from './own-edit.ts';

/**
 * Asks a bulk edit of the caller to stop after the commit that it is at; what is done stays. Does nothing when it has ended.
 * Throws NOT_FOUND for those of others.
 */
export const stopBulkEdit = defineProtected({
  name: 'stopBulkEdit',
  effect: 'write',
  summary: 'Stops a bulk edit of yours after its current commit; what is done stays.',
  needs: TOKEN,
  input: () => objectOf({ id: EDIT_NUMBER }),
  run: async ({ id }, work) => {
    const report = await ownEdit(id, work);
    if (report.finishedAt === undefined) await work.services.bulkEdits.stop(id, work.actor);
    return report;
  },
});
