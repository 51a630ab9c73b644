import { ASSERTION } from '../../model/assertion.ts';
import { numeric, object, text } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import type { PointWindow } from '../../store/point-scan.ts';
import { NOTHING_FOLLOWS, type SideEffect } from './side-effect.ts';

const { entityType, runAspect, summaryAspect } = ASSERTION;

/** Outcomes of a run: its type, the member with the time of the last such run, and the status that it gives. */
const OUTCOMES = [
  { type: 'FAILURE', time: 'lastFailedAtMillis', status: 'FAILING' },
  { type: 'ERROR', time: 'lastErroredAtMillis', status: 'ERROR' },
  { type: 'SUCCESS', time: 'lastPassedAtMillis', status: 'PASSING' },
  { type: 'INIT', time: 'lastInitializedAtMillis', status: 'INIT' },
] as const;

/**
 * Keeps the time of the last run of each outcome, and the status by the latest of them, in the summary of an
 * assertion. A run that is reported late changes only older times. Without any runs the summary is empty.
 */
export const assertionRunSummaries: SideEffect = {
  name: 'assertionRunSummaries',
  entityTypes: [entityType],
  aspects: [runAspect],
  isOfRun: false,
  follow: ({ aspect, context: { state }, proposal, urn }) => {
    if (aspect.name !== runAspect) return NOTHING_FOLLOWS;
    return () => {
      const summary = state.row(urn, summaryAspect)?.aspect.value;
      const next = proposal.changeType === 'DELETE' ? summary && {} : summarized(summary, runOf(proposal));
      return next === undefined
        ? []
        : [{ urn, aspectName: summaryAspect, changeType: 'UPSERT', value: next }];
    };
  },
};

/**
 * The summary of runs in any order. `former`: a summary of earlier runs, of which only those older than all of `runs`
 * count.
 */
export function summaryOfRuns(runs: readonly JsonObject[], former: JsonObject = {}): JsonObject {
  const oldest = Math.min(...runs.map((run) => numeric(run['timestampMillis']) ?? Infinity));
  const older = summaryWithout(former, { from: oldest }) ?? former;
  return runs.reduce<JsonObject>((summary, run) => summarized(summary, run) ?? summary, older);
}

/** The summary without the times within a window; undefined if it has none there. */
export function summaryWithout(
  summary: JsonObject,
  { from = -Infinity, to = Infinity }: PointWindow,
): JsonObject | undefined {
  const gone: readonly string[] = OUTCOMES.map((outcome) => outcome.time).filter((member) => {
    const time = numeric(summary[member]);
    return time !== undefined && time >= from && time <= to;
  });
  if (gone.length === 0) return undefined;
  const left = Object.fromEntries(
    Object.entries(summary).filter(([member]) => member !== 'assertionStatus' && !gone.includes(member)),
  );
  const isEmpty = OUTCOMES.every(({ time }) => left[time] === undefined);
  return isEmpty ? left : { ...left, assertionStatus: statusOf(left) };
}

function runOf(proposal: object): JsonObject | undefined {
  return 'value' in proposal ? object(proposal.value) : undefined;
}

/** The summary with the run; undefined if that changes nothing. */
function summarized(summary: JsonObject = {}, run: JsonObject | undefined): JsonObject | undefined {
  const type = text(object(run?.['result'])?.['type']);
  const outcome = OUTCOMES.find((known) => known.type === type);
  const time = numeric(run?.['timestampMillis']);
  if (outcome === undefined || time === undefined || run?.['status'] !== 'COMPLETE') return undefined;
  const known = numeric(summary[outcome.time]);
  if (known !== undefined && known >= time) return undefined;
  const next = { ...summary, [outcome.time]: time };
  return { ...next, assertionStatus: statusOf(next) };
}

/** The status by the latest run; of several at one time, the first in the order of `OUTCOMES`. */
function statusOf(summary: JsonObject): string {
  const times = OUTCOMES.map(({ time }) => numeric(summary[time]) ?? -Infinity);
  return OUTCOMES[times.indexOf(Math.max(...times))]?.status ?? 'INIT';
}
