import { TOKEN } from '../needs.ts';
import { defineProtectedModelled } from '../operation.ts';
import { ownEdit } from './own-edit.ts';

/**
 * Asks a bulk edit of the caller to stop after the commit that it is at; what is done stays. Does nothing when it has ended.
 * Throws NOT_FOUND for those of others.
 */
export const stopBulkEdit = defineProtectedModelled({
  name: 'stopBulkEdit',
  effect: 'write',
  summary: 'Stops a bulk edit of yours after its current commit; what is done stays.',
  needs: TOKEN,
  run: async ({ id }: { readonly id: number }, work) => {
    const report = await ownEdit(id, work);
    if (report.finishedAt === undefined) await work.services.bulkEdits.stop(id, work.actor);
    return report;
  },
});
