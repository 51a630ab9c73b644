import { CatalogError } from '../../errors.ts';
import { undoDeletion } from '../../operations/undo/undo-deletion.ts';
import { restoreVersions } from '../../operations/undo/restore-versions.ts';
import { listDeletions } from '../../operations/undo/list-deletions.ts';
import { countChanges } from '../../operations/timeline/count-changes.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** Error codes that mean that there is nothing the caller may undo. */
const NONE: ReadonlySet<CatalogError['code']> = new Set(['NOT_FOUND', 'FORBIDDEN', 'CONFLICT']);

/** What can be undone: kept versions and hard deletions. */
export const UNDO_ROUTES: readonly OwnRoute[] = [
  exposed('GET /change-count', countChanges),
  exposed('GET /deletions', listDeletions, {
    present: ({ deletions, next = null, undoableFor }) => ({ deletions, next, undoableFor }),
  }),
  exposed('POST /restore', restoreVersions),
  exposed('POST /undo', undoDeletion, {
    parameters: [
      {
        name: 'orNone',
        in: 'query',
        schema: { type: 'boolean', default: false },
        description: 'In a dry run: return {} if there is nothing you may undo',
      },
    ],
    around: async (run, { dryRun }, query) => {
      const mayBeNone = query.flag('orNone', false) && dryRun === true;
      const answer = await run().catch((error: unknown) => {
        if (mayBeNone && error instanceof CatalogError && NONE.has(error.code)) return undefined;
        throw error;
      });
      if (answer === undefined) return {};
      const { deletion, ...undone } = answer;
      const { created, sequence } = deletion;
      return { ...undone, deletion: { sequence, time: created.time, actor: created.actor } };
    },
  }),
];
