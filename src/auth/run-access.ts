import type { RollbackReport, RollbackRequest } from '../change/rollback/rollback-report.ts';
import type { DeletedPoints } from '../change/metadata-change.ts';
import type { Aspect, AspectKey } from '../model/aspect.ts';
import type { Scope } from '../model/scope.ts';
import type { PointsInput, RowQuery } from '../query/row-query.ts';
import type { PointWindow } from '../store/metadata-store.ts';
import type { PointScan, ScannedPoint } from '../store/point-scan.ts';
import type { RunPage, RunRow, RunSummary } from '../store/run-rows.ts';

/** Points of time and ingestion runs, as one actor may use them. */
export interface RunAccess {
  /** Points of a timeseries aspect, newest first. */
  points(key: AspectKey, input: PointsInput): Promise<readonly Aspect[]>;
  /** Points of a timeseries aspect of all entities of a type, newest first. */
  scanPoints(input: PointScan): Promise<readonly ScannedPoint[]>;
  /** Removes the points of a timeseries aspect between two times. */
  deletePoints(deletion: AspectKey & PointWindow): Promise<DeletedPoints>;
  /** Entities that have the aspect, of urns that match a pattern with the wildcards of SQL. */
  countAspects(aspectName: string, urnLike?: string): Promise<number>;
  /** Ingestion runs with what of them is still there, the one seen last first. */
  runs(page: RunPage): Promise<readonly RunSummary[]>;
  /** What a run left behind. */
  runRows(runId: string, page: RunPage): Promise<readonly RunRow[]>;
  /** Undoes what a run wrote, or only tells what that would be. */
  rollBackRun(request: RollbackRequest): Promise<RollbackReport>;
}

/** What the door opens upon, and how it checks. */
export interface RunAccessParts {
  readonly query: RowQuery;
  readonly scope: Scope;
  readonly read: <T>(run: () => Promise<T>) => Promise<T>;
}

/** Opens runs for one actor, to read; what changes them is the write path's. */
export function openRuns({
  query,
  scope,
  read,
}: RunAccessParts): Omit<RunAccess, 'points' | 'scanPoints' | 'deletePoints' | 'rollBackRun'> {
  return {
    countAspects: (aspectName, urnLike) => read(() => query.countAspects(aspectName, urnLike, scope)),
    runs: (page) => read(() => query.runs(page, scope)),
    runRows: (runId, page) => read(() => query.runRows(runId, page, scope)),
  };
}
