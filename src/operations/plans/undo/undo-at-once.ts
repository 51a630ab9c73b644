import { notedCommit } from '../../../auth/audit/request-scope.ts';
import { CatalogError } from '../../../errors.ts';
import type { Urn } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';
import { stableJson } from '../../../util/json/stable-json.ts';
import { undoStructuredPropertyPlan } from '../../structured-properties/undo-structured-property-plan.ts';
import { undoDeletion } from '../../undo/undo-deletion.ts';
import { asJson } from '../as-json.ts';
import type { OpenPlan, Planned, Runner } from '../planner.ts';

/** What is undone by one operation: the commit of a plan of definitions, or the deletion of an entity. */
export type UndoneAtOnce = { readonly commit: number } | { readonly urn: Urn };

/** Dry run of the undo of definitions or of a deletion. */
export async function planUndoAtOnce(undoes: UndoneAtOnce, runner: Runner): Promise<Planned> {
  const shown = await run(undoes, true, runner);
  return { shown: shown.answer, content: { ...undoes, shown: stableJson(shown.answer) } };
}

/** Undoes definitions or a deletion, if the result is what the plan has shown. */
export async function applyUndoAtOnce(
  undoes: UndoneAtOnce,
  { content }: OpenPlan,
  runner: Runner,
): Promise<JsonObject> {
  const now = await run(undoes, true, runner);
  if (stableJson(now.answer) !== content['shown'])
    throw new CatalogError(
      'CONFLICT',
      'The undo would not do what the plan showed. Nothing was changed; plan again.',
    );
  const { answer, edits } = await run(undoes, false, runner);
  const { changed } = answer;
  const [edit] = edits;
  return { ...(edit !== undefined && { edit }), commit: notedCommit(), changed, failed: 0, state: 'done' };
}

interface Undone {
  readonly answer: JsonObject;
  /** Numbers of the edits that restore values. */
  readonly edits: readonly number[];
}

async function run(undoes: UndoneAtOnce, dryRun: boolean, runner: Runner): Promise<Undone> {
  if ('commit' in undoes) {
    const { kept, undone, values } = await runner.run(undoStructuredPropertyPlan, { ...undoes, dryRun });
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
  } = await runner.run(undoDeletion, { ...undoes, dryRun });
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
