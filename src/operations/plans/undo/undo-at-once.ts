import { notedCommit } from '../../../auth/audit/request-scope.ts';
import { CatalogError } from '../../../errors.ts';
import type { JsonObject } from '../../../util/json.ts';
import { stableJson } from '../../../util/json/stable-json.ts';
import { undoDefinitionsOfPlan } from '../../structured-properties/undo-structured-property-plan.ts';
import { undoDeletionOfPlan } from '../../undo/undo-deletion.ts';
import { text } from '../../../util/json/json-members.ts';
import { asJson } from '../as-json.ts';
import type { OpenPlan, Planned, Runner } from '../planner.ts';
import { findUndone, undoneResult, type UndoneAtOnce } from './find-undone.ts';

/** Dry run of the undo of definitions or of a deletion. */
export async function planUndoAtOnce(undoes: UndoneAtOnce, runner: Runner): Promise<Planned> {
  const shown = await run(undoes, undefined, runner);
  return { shown: shown.answer, content: { ...undoes, shown: comparable(shown.answer) } };
}

/** Undoes definitions or a deletion, if the result is what the plan has shown. */
export async function applyUndoAtOnce(
  undoes: UndoneAtOnce,
  { content, isRetry, runId, since }: OpenPlan,
  runner: Runner,
): Promise<JsonObject> {
  const shown = text(content['shown']) ?? '';
  const earlier = isRetry ? await runner.run(findUndone, { runId, since, undoes, shown }) : undefined;
  if (earlier !== undefined) return earlier;
  const now = await run(undoes, undefined, runner);
  if (comparable(now.answer) !== shown)
    throw new CatalogError(
      'CONFLICT',
      'The undo would not do what the plan showed. Nothing was changed; plan again.',
    );
  const { answer, edits } = await run(undoes, runId, runner);
  return undoneResult({ edit: edits[0], commit: notedCommit(), changed: answer['changed'] });
}

/** What must not differ from the plan: all but the number of values, which grows while a removal is running. */
function comparable({ assets: _counted, ...answer }: JsonObject): string {
  return stableJson(answer);
}

interface Undone {
  readonly answer: JsonObject;
  /** Numbers of the edits that restore values. */
  readonly edits: readonly number[];
}

/** Undoes it as writes of the run; undefined: a dry run. */
async function run(undoes: UndoneAtOnce, runId: string | undefined, runner: Runner): Promise<Undone> {
  const how = { isTrial: runId === undefined, runId };
  if ('commit' in undoes) {
    const { kept, undone, values } = await runner.run(undoDefinitionsOfPlan, { ...undoes, ...how });
    return {
      answer: asJson({
        changed: undone.length,
        changes: undone.map(({ urn, was }) => ({ urn, cells: [{ field: was, before: [], after: [] }] })),
        assets: values.reduce((sum, { assets }) => sum + assets, undone.length),
        kept: kept.map(({ reason, urn }) => ({ urn, message: reason })),
      }),
      edits: values.flatMap(({ edit }) => edit ?? []),
    };
  }
  const {
    columns = 0,
    deletion,
    kept,
    restored,
    urn,
    values,
  } = await runner.run(undoDeletionOfPlan, { ...undoes, ...how });
  return {
    answer: asJson({
      changed: 1,
      changes: [{ urn, cells: restored.map((field) => ({ field, before: [], after: [] })) }],
      assets: 1 + columns + (values?.assets ?? 0),
      deleted: deletion.sequence,
      kept: kept.map((field) => ({ urn, field, message: 'It was written after the deletion.' })),
    }),
    edits: values?.edit === undefined ? [] : [values.edit],
  };
}
