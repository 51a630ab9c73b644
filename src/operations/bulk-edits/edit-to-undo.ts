import { CatalogError, invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { isUrn } from '../../model/urn.ts';
import { EVERY_CHANGE } from '../../query/changes/change-query.ts';
import { numeric, object, text } from '../../util/json/json-members.ts';
import type { ProtectedWork } from '../work.ts';
import type { EditToUndo, RunToUndo } from './bulk-edits.ts';
import { ownEdit } from './own-edit.ts';

/**
 * Finds the writes of an edit from its report. Throws NOT_FOUND unless the edit is the caller's, INVALID_REQUEST for
 * a dry run and an edit that changed nothing, CONFLICT while it runs, and GONE if the log no longer contains it.
 */
export async function editToUndo(id: number, work: ProtectedWork): Promise<EditToUndo | RunToUndo> {
  const { finishedAt, result = {}, state } = await ownEdit(id, work);
  if (result['isTrial'] === true) {
    throw invalidRequest(
      `${id} is a dry run, which changed nothing. Give the number of an edit.`,
      undefined,
      because('EDIT_UNCHANGED'),
    );
  }
  if (finishedAt === undefined) {
    throw new CatalogError(
      'CONFLICT',
      `Edit ${id} has not ended. Wait for its end or stop it, then undo it.`,
      because('EDIT_RUNNING'),
    );
  }
  const [runId, since, changed = 0] = [
    text(result['runId']),
    text(result['since']),
    numeric(result['changed']),
  ];
  const isWholeCount = state === 'succeeded';
  if (runId === undefined || since === undefined) throw notKept(id);
  const commit = numeric(result['commit']);
  const urn = text(object(object(result['about'])?.['definition'])?.['urn']);
  const redefined = commit !== undefined && urn !== undefined && isUrn(urn) ? { commit, urn } : undefined;
  if (changed === 0 && isWholeCount && redefined === undefined)
    throw invalidRequest(
      `Edit ${id} changed nothing, so there is nothing to undo.`,
      undefined,
      because('EDIT_UNCHANGED'),
    );
  try {
    await work.services.changes.read({ since, limit: 1, filter: EVERY_CHANGE }, work.scope);
  } catch (error) {
    throw error instanceof CatalogError && error.code === 'GONE' ? notKept(id) : error;
  }
  if (result['isByAspect'] === true) return { runId, since, isByAspect: true };
  const counts = { changed: Math.max(1, changed), isWholeCount };
  return { runId, since, ...counts, ...(redefined !== undefined && { redefined }) };
}

function notKept(id: number): CatalogError {
  return new CatalogError(
    'GONE',
    `Edit ${id} can no longer be undone: its first changes are no longer in the change log (option changeLog.keepFor).`,
    because('UNDO_EXPIRED'),
  );
}
