import type { Sequence } from '../../../model/sequence.ts';
import { isUrn, type Urn } from '../../../model/urn.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { numeric, object, objects, text } from '../../../util/json/json-members.ts';
import type { BulkEditRequest } from '../../bulk-edits/bulk-edits.ts';
import { valuesToRestore } from '../../bulk-edits/find-lost-values.ts';
import { startRestoringValues } from '../../bulk-edits/start-bulk-edit.ts';
import { TOKEN } from '../../needs.ts';
import { sequenceOf } from '../../../query/changes/cursor.ts';
import { defineInternal } from '../../operation.ts';
import type { ProtectedWork } from '../../work.ts';
import { commitOf } from '../edits/keep-edit.ts';

/** What is undone by one operation: the commit of a plan of definitions, or the deletion of an entity. */
export type UndoneAtOnce = { readonly commit: number } | { readonly urn: Urn };

/** An undo that an earlier attempt may have written. */
interface UndoAttempt extends Pick<BulkEditRequest, 'runId' | 'since'> {
  readonly undoes: UndoneAtOnce;
  /** JSON of what the plan has shown. */
  readonly shown: string;
}

/**
 * The result of an undo whose process ended after its commit; undefined if nothing was written. Starts the edits that restore
 * values, unless they were started.
 */
export const findUndone = defineInternal({
  name: 'findUndone',
  effect: 'write',
  needs: TOKEN,
  isLong: true,
  run: async ({ runId, shown, since, undoes }: UndoAttempt, work): Promise<JsonObject | undefined> => {
    const commit = await commitOf({ runId, since }, work);
    if (commit === undefined) return undefined;
    const plan = object(JSON.parse(shown)) ?? {};
    const ended = 'commit' in undoes ? undoes.commit : numeric(plan['deleted']);
    const edits: number[] = [];
    for (const { urn } of objects(plan['changes'])) {
      const edit = await restoringEdit(text(urn), { ended, undone: commit }, work);
      if (edit !== undefined) edits.push(edit);
    }
    return undoneResult({ edit: edits[0], commit, changed: plan['changed'] });
  },
});

/** The result of an undo. */
export function undoneResult({
  changed,
  commit,
  edit,
}: {
  readonly edit: number | undefined;
  readonly commit: Sequence | undefined;
  readonly changed: JsonValue | undefined;
}): JsonObject {
  return { ...(edit !== undefined && { edit }), commit, changed, failed: 0, state: 'done' };
}

/** Number of the edit since the undo that restores the values that a property lost by a commit; undefined if it lost none. */
async function restoringEdit(
  urn: string | undefined,
  { ended, undone }: { readonly ended: Sequence | undefined; readonly undone: Sequence },
  work: ProtectedWork,
): Promise<number | undefined> {
  if (urn === undefined || !isUrn(urn) || ended === undefined) return undefined;
  const lost = await valuesToRestore(urn, work, ended);
  if (lost === undefined) return undefined;
  const edits = await work.services.bulkEdits.list(work.actor.urn);
  const started = edits.find(
    ({ result }) =>
      object(result?.['about'])?.['valuesOf'] === urn && sequenceOf(text(result?.['since']) ?? '') >= undone,
  );
  return started?.id ?? startRestoringValues(lost, work);
}
