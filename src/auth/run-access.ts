import type { RollbackReport, RollbackRequest } from '../change/rollback/rollback-report.ts';
import type { DeletedPoints } from '../change/metadata-change.ts';
import type { Aspect, AspectKey } from '../model/aspect.ts';
import type { Scope } from '../model/scope.ts';
import type { PointsInput, RowQuery } from '../query/rows/row-query.ts';
import type { PointWindow } from '../store/metadata-store.ts';
import type { PointScan, ScannedPoint } from '../store/point-scan.ts';
import type { RunPage, RunRow, RunSummary } from '../store/run-rows.ts';

/** Timeseries points and ingestion runs for one actor. */
export interface RunAccess {
  /** Points of a timeseries aspect, newest first. */
  points(key: AspectKey, input: PointsInput): Promise<readonly Aspect[]>;
  /** Points of a timeseries aspect of all entities of a type, newest first. */
  scanPoints(input: PointScan): Promise<readonly ScannedPoint[]>;
  /** Deletes the points of a timeseries aspect in a time window. */
  deletePoints(deletion: AspectKey & PointWindow): Promise<DeletedPoints>;
  /** Number of entities that have the aspect and whose urn matches the pattern (SQL LIKE wildcards). */
  countAspects(aspectName: string, urnLike?: string): Promise<number>;
  /** Ingestion runs with the rows that still exist, most recent first. */
  runs(page: RunPage): Promise<readonly RunSummary[]>;
  /** Existing rows written by a run. */
  runRows(runId: string, page: RunPage): Promise<readonly RunRow[]>;
  /** Rolls back a run, or only reports what a rollback would do. */
  rollBackRun(request: RollbackRequest): Promise<RollbackReport>;
}

/** Dependencies of {@link openRuns}. */
export interface RunAccessParts {
  readonly query: RowQuery;
  readonly scope: Scope;
  readonly read: <T>(run: () => Promise<T>) => Promise<T>;
}

/** Creates the read operations on runs of one actor. */
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
