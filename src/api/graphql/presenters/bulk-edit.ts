import { EDIT_ACTIONS } from '../../../model/bulk-edit.ts';
import type { JobReport } from '../../../model/maintenance/job-report.ts';
import type { JsonObject } from '../../../util/json.ts';
import { numeric, object, objects, text, texts } from '../../../util/json/json-members.ts';
import type { Result } from '../schema/schema-types.generated.ts';
import { presentRefusalData } from './refusal.ts';

/** The report of a bulk edit, of which lists omit single changes and failures. */
export function presentBulkEdit(
  report: Omit<JobReport, 'result'> & { readonly result?: JsonObject | undefined },
): Result<'BulkEdit'> {
  const { done, error, finishedAt, id, result = {}, startedAt, state, total } = report;
  const count = (name: string): number => numeric(result[name]) ?? 0;
  return {
    id,
    isTrial: result['isTrial'] === true,
    // `toUpperCase` returns this type.
    state: state.toUpperCase() as Uppercase<typeof state>,
    done,
    total,
    startedAt: startedAt ?? null,
    finishedAt: finishedAt ?? null,
    error: error ?? null,
    isStopped: result['isStopped'] === true,
    canBeApplied: result['canBeApplied'] === true,
    changed: count('changed'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    left: count('left'),
    changes: result['changes'] === undefined ? null : objects(result['changes']).map(presentAsset),
    failures: result['failures'] === undefined ? null : objects(result['failures']).map(presentFailure),
    failureCount: count('failureCount'),
    runId: text(result['runId']) ?? null,
    since: text(result['since']) ?? null,
    commit: numeric(result['commit']) ?? null,
    requested: objects(object(result['about'])?.['changes']).map(presentChange),
  };
}

function presentAsset({ cells, urn }: JsonObject) {
  return {
    urn: text(urn) ?? '',
    cells: objects(cells).map(({ after, before, field }) => ({
      field: text(field) ?? '',
      before: texts(before),
      after: texts(after),
    })),
  };
}

function presentFailure({ cause, code, data, field, kind, line, message, urn }: JsonObject) {
  return {
    urn: text(urn) ?? '',
    field: text(field) ?? null,
    line: numeric(line) ?? null,
    code: text(code) ?? '',
    cause: text(cause) ?? null,
    kind: text(kind) ?? null,
    data: presentRefusalData(object(data)),
    message: text(message) ?? '',
  };
}

function presentChange({ action, field, values }: JsonObject) {
  const known = EDIT_ACTIONS.find((one) => one === action) ?? 'set';
  return {
    field: text(field) ?? '',
    // `toUpperCase` returns this type.
    action: known.toUpperCase() as Uppercase<typeof known>,
    values: texts(values),
  };
}
