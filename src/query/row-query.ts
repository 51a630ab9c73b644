import type { Aspect, AspectKey } from '../model/aspect.ts';
import type { Filter } from '../model/filter.ts';
import type { Scope } from '../model/scope.ts';
import type { MetadataStore, PointWindow } from '../store/metadata-store.ts';
import type { PointScan, ScannedPoint } from '../store/point-scan.ts';
import type { RunPage, RunRow, RunSummary } from '../store/run-rows.ts';
import { countAspects } from './count-aspects.ts';
import type { AspectCountParts } from './count-aspects.ts';
import { matchesPoint } from '../model/points/match-point.ts';

/** Which points of a timeseries aspect are wanted. */
export interface PointsInput extends PointWindow {
  /** Most points, the newest first. */
  readonly limit: number;
  /** Conditions on members of the points; empty: none. */
  readonly filter: Filter;
}

/** What is read straight from the rows of the store: points of time, and what ingestion runs left behind. */
export interface RowQuery {
  /** Points of a timeseries aspect, newest first. */
  points(key: AspectKey, input: PointsInput, scope: Scope): Promise<readonly Aspect[]>;
  /** Points of a timeseries aspect of all entities of a type, newest first. */
  scanPoints(input: PointScan, scope: Scope): Promise<readonly ScannedPoint[]>;
  /** Entities that have the aspect, of urns that match a pattern with the wildcards of SQL (`%`, `_`). */
  countAspects(aspectName: string, urnLike: string | undefined, scope: Scope): Promise<number>;
  /** Ingestion runs with what of them is still there, the one seen last first. */
  runs(page: RunPage, scope: Scope): Promise<readonly RunSummary[]>;
  /** What a run left behind. */
  runRows(runId: string, page: RunPage, scope: Scope): Promise<readonly RunRow[]>;
  /** Timeseries aspects that hold points of the run. */
  runPoints(runId: string, scope: Scope): Promise<readonly AspectKey[]>;
}

/** Most points that a filter is tried on. */
const MAX_POINTS = 10_000;

/** What the rows are read from. */
export interface RowQueryParts extends Omit<AspectCountParts, 'reader'> {
  readonly store: Pick<MetadataStore, 'reader' | 'runs' | 'points'>;
}

/** The part of the read path that needs no index. */
export function createRowQuery({ store, registry, getEntities }: RowQueryParts): RowQuery {
  const { reader, runs } = store;
  return {
    points: async (key, { filter, limit, from, to }, scope) => {
      const read = filter.length === 0 ? limit : MAX_POINTS;
      await scope.settle([key.urn]);
      const points = await reader.points(key, read, scope, { from, to });
      return points.filter((point) => matchesPoint(point, filter)).slice(0, limit);
    },
    scanPoints: (input, scope) => store.points.scan(input, scope),
    countAspects: (aspectName, urnLike, scope) =>
      countAspects({ reader, registry, getEntities }, aspectName, urnLike, scope),
    runs: (page, scope) => runs.runs(page, scope),
    runRows: (runId, page, scope) => runs.rows(runId, page, scope),
    runPoints: (runId, scope) => runs.pointAspects(runId, scope),
  };
}
