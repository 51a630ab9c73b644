import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { isJsonObject } from '../../util/json.ts';
import { isOwn } from './own-edit.ts';

/** The kept bulk edits that the caller started, without dry runs, newest first; omits assets, changes and failures. */
export const listBulkEdits = defineProtected({
  name: 'listBulkEdits',
  effect: 'read',
  summary: 'Lists your bulk edits, newest first, without their individual changes.',
  needs: TOKEN,
  input: () => objectOf({}),
  run: async (_input, { actor, services }) => {
    const reports = await services.bulkEdits.list(actor.urn);
    return reports
      .filter((report) => isOwn(report, actor))
      .map(({ result, ...report }) => {
        const { about, changes: _changes, failures: _failures, ...outcome } = result ?? {};
        const { assets: _assets, ...asked } = isJsonObject(about) ? about : {};
        return { ...report, ...(result && { result: { ...outcome, about: asked } }) };
      });
  },
});
