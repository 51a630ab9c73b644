import { CatalogError } from '../../../errors.ts';
import type { Sequence } from '../../../model/sequence.ts';
import { numeric } from '../../../util/json/json-members.ts';
import type { EditToUndo, RunToUndo } from '../../bulk-edits/bulk-edits.ts';
import { editToUndo } from '../../bulk-edits/edit-to-undo.ts';
import { isOwn } from '../../bulk-edits/own-edit.ts';
import { TOKEN } from '../../needs.ts';
import { defineInternal } from '../../operation.ts';
import { runToUndo } from '../../undo/run/run-to-undo.ts';

/** An edit or a run to undo. */
export type WritesToUndo = { readonly edit: number } | { readonly run: string };

/** Finds the writes of an edit of the caller, or of a run. Throws as `editToUndo` and `runToUndo`. */
export const readUndo = defineInternal({
  name: 'readUndo',
  effect: 'read',
  needs: TOKEN,
  isLong: true,
  run: async (asked: WritesToUndo, work): Promise<EditToUndo | RunToUndo> => {
    // Another process may have written them.
    await work.services.changes.catchUp();
    if ('run' in asked) return runToUndo(asked, work);
    const found = await editToUndo(asked.edit, work);
    if (!('redefined' in found)) return found;
    throw new CatalogError(
      'CONFLICT',
      `Edit ${asked.edit} has changed a definition, too. Undo it with colophon undo --edit ${asked.edit}.`,
    );
  },
});

/** Number of the caller's edit that was written in this commit; undefined: none. */
export const findEditOfCommit = defineInternal({
  name: 'findEditOfCommit',
  effect: 'read',
  needs: TOKEN,
  run: async (commit: Sequence, { actor, services }): Promise<number | undefined> => {
    const edits = await services.bulkEdits.list(actor.urn);
    return edits.find((one) => isOwn(one, actor) && numeric(one.result?.['commit']) === commit)?.id;
  },
});

/** Sequence of the last commit of the catalog, and the maximum number of assets of a plan. */
export const readBounds = defineInternal({
  name: 'readBounds',
  effect: 'read',
  needs: TOKEN,
  run: async (_input: undefined, { services, settings }) => {
    await services.changes.catchUp();
    return { since: await services.changes.cursorOf('now', 'since'), most: settings.planAssets };
  },
});
