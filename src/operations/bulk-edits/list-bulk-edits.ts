import { TOKEN } from '../needs.ts';
import { defineProtectedModelled } from '../operation.ts';
import { isOwn } from './own-edit.ts';

/** The kept bulk edits that the caller started, without trials, the newest first; changes and failures are left out. */
export const listBulkEdits = defineProtectedModelled({
  name: 'listBulkEdits',
  effect: 'read',
  needs: TOKEN,
  run: async (_input: object, { actor, services }) => {
    const reports = await services.bulkEdits.list();
    return reports
      .filter((report) => isOwn(report, actor))
      .map(({ result, ...report }) => {
        const { changes: _changes, failures: _failures, ...outcome } = result ?? {};
        return { ...report, ...(result && { result: outcome }) };
      });
  },
});
