import { isUrn } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';
import { numeric, text } from '../../../util/json/json-members.ts';
import type { EditToUndo, RunToUndo } from '../../bulk-edits/bulk-edits.ts';
import type { Planner, Runner } from '../planner.ts';
import type { ToUndo } from '../plans.ts';
import { findEditOfCommit, readUndo, type WritesToUndo } from './read-undo.ts';
import { applyUndoAtOnce, planUndoAtOnce } from './undo-at-once.ts';
import { applyUndoOfEdit, planUndoOfEdit } from './undo-edit.ts';
import { applyUndoOfRun, planUndoOfRun } from './undo-run.ts';

/** Plans of undoing an edit, a commit, a run or a deletion. */
export const UNDO_PLANNER: Planner<'undo'> = {
  plan: async ({ undoes: asked }, runner) => {
    const undoes = await namedBy(asked, runner);
    if (isAtOnce(undoes)) return planUndoAtOnce(undoes, runner);
    const found = await runner.run(readUndo, undoes);
    if (isByAspect(found)) return planUndoOfRun(undoes, found, runner);
    return planUndoOfEdit('edit' in undoes ? undoes.edit : 0, found, runner);
  },
  apply: async (plan, runner) => {
    const undoes = undoneBy(plan.content);
    if (isAtOnce(undoes)) return applyUndoAtOnce(undoes, plan, runner);
    const found = await runner.run(readUndo, undoes);
    if (isByAspect(found)) return applyUndoOfRun(undoes, plan, () => Promise.resolve(found), runner);
    return applyUndoOfEdit(plan, () => Promise.resolve(found), runner);
  },
};

/** A commit of an edit of the caller is undone as that edit. */
async function namedBy(asked: ToUndo, runner: Runner): Promise<ToUndo> {
  if (!('commit' in asked)) return asked;
  const edit = await runner.run(findEditOfCommit, asked.commit);
  return edit === undefined ? asked : { edit };
}

function isAtOnce(undoes: ToUndo): undoes is Exclude<ToUndo, WritesToUndo> {
  return 'commit' in undoes || 'urn' in undoes;
}

function isByAspect(undoes: EditToUndo | RunToUndo): undoes is RunToUndo {
  return 'isByAspect' in undoes;
}

/** What the content of a plan names. */
function undoneBy(content: JsonObject): ToUndo {
  const [edit, commit] = [numeric(content['edit']), numeric(content['commit'])];
  if (edit !== undefined) return { edit };
  if (commit !== undefined) return { commit };
  const [run, urn] = [text(content['run']), text(content['urn'])];
  if (run !== undefined) return { run };
  if (urn !== undefined && isUrn(urn)) return { urn };
  throw new Error('The plan names nothing to undo.');
}
