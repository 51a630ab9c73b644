import type { AssetEdit } from '../../../model/bulk-edit.ts';
import { fieldName } from '../../bulk-edits/read-edits.ts';
import { runBulkEdit } from '../../bulk-edits/run-bulk-edit.ts';
import type { JsonObject } from '../../../util/json.ts';
import { objects, text } from '../../../util/json/json-members.ts';
import type { Planner, Runner } from '../planner.ts';
import { applyEdits } from './apply-edits.ts';
import { contentOf, editsIn } from './planned-assets.ts';
import { readPlanChanges } from './read-plan-changes.ts';

/** Plans of changes of metadata. */
export const EDIT_PLANNER: Planner<'edit'> = {
  plan: async ({ changes: asked }, runner) => {
    const read = await runner.run(readPlanChanges, asked);
    const { assets, edits } = read;
    const changes = edits.map(({ action, field, values }) => ({ field: fieldName(field), action, values }));
    const all = [...assets].map(([urn, of]) => ({ urn, edits: of.flatMap((i) => edits[i] ?? []) }));
    const report = await tryOut(all, { changes }, runner);
    return { content: contentOf(read, report), shown: { assets: assets.size, ...shownOf(report) } };
  },
  apply: (plan, runner) => {
    const changes = objects(plan.content['changes']).map(({ action, field, values }) => ({
      field: fieldName(text(field) ?? ''),
      action,
      values,
    }));
    const assets = editsIn(plan.content);
    const read = () => Promise.resolve({ assets, failures: [] });
    return applyEdits({ urns: assets.map(({ urn }) => urn), read, about: { changes } }, plan, runner);
  },
};

/** The report of a dry run of the edits. */
export function tryOut(assets: readonly AssetEdit[], about: JsonObject, runner: Runner): Promise<JsonObject> {
  const request = {
    about,
    assets,
    failures: [],
    lines: new Map<string, number>(),
    isTrial: true,
    keepsPlan: true,
    runId: '',
    since: '',
  } as const;
  return runBulkEdit(request, {
    requester: () => Promise.resolve(runner),
    isStopped: () => Promise.resolve(false),
    signal: new AbortController().signal,
    reportProgress: () => undefined,
  });
}

/** What an answer shows of the report of a dry run. */
export function shownOf({
  changed,
  changes,
  failed,
  failureCount,
  failures,
  unchanged,
}: JsonObject): JsonObject {
  return { changed, unchanged, failed, changes, failures, failureCount };
}
