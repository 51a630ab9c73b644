import type { Aspect, AspectKey } from '../../model/aspect.ts';
import type { Filter } from '../../model/filter.ts';
import type { Scope } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';
import type { PointScan, PointWindow, ScannedPoint } from '../../store/point-scan.ts';
import type { RunPage, RunRow, RunSummary } from '../../store/run-rows.ts';
import type { ScopedStore, SeenDeletion } from '../../store/scoped-reader.ts';
import { seesByUrn } from '../visibility/visibility.ts';
import { countAspects } from './count-aspects.ts';
import type { AspectCountParts } from './count-aspects.ts';
import { matchesPoint } from '../../model/points/match-point.ts';

export interface PointsInput extends PointWindow {
  /** Maximum number of points, newest first. */
  readonly limit: number;
  /** Filter on members of the points, applied to at most the 10,000 newest; empty: all points. */
  readonly filter: Filter;
}

/** Reads directly from rows of the store: timeseries points, ingestion runs and deletions. */
export interface RowQuery {
  /** Points of a timeseries aspect, newest first. */
  points(key: AspectKey, input: PointsInput, scope: Scope): Promise<readonly Aspect[]>;
  /** Points of a timeseries aspect of all entities of a type, newest first. */
  scanPoints(input: PointScan, scope: Scope): Promise<readonly ScannedPoint[]>;
  /**
   * What the last commit that deleted aspects of this urn for good has deleted; undefined when none is kept, or the caller may
   * not view it: an entity that does not exist is viewed by whoever may view all that have its urn.
   */
  lastDeletion(urn: Urn, scope: Scope): Promise<SeenDeletion | undefined>;
  /** Number of entities that have the aspect and whose urn matches a SQL LIKE pattern (`%`, `_`), if given. */
  countAspects(aspectName: string, urnLike: string | undefined, scope: Scope): Promise<number>;
  /** Ingestion runs with their remaining rows, most recently observed first. */
  runs(page: RunPage, scope: Scope): Promise<readonly RunSummary[]>;
  /** Remaining rows of a run. */
  runRows(runId: string, page: RunPage, scope: Scope): Promise<readonly RunRow[]>;
  /** Timeseries aspects that have points of the run. */
  runPoints(runId: string, scope: Scope): Promise<readonly AspectKey[]>;
}

/** Maximum number of points that a filter is applied to. */
const MAX_POINTS = 10_000;

export interface RowQueryParts extends Omit<AspectCountParts, 'reader'> {
  readonly store: ScopedStore;
  /** Maximum characters of the points of one read. */
  readonly readSize: number;
}

/** Creates the part of the read path that does not use the index. */
export function createRowQuery({ store, readSize, registry, getEntities }: RowQueryParts): RowQuery {
  const { scoped: reader, runs } = store;
  return {
    points: async (key, { filter, limit, from, to }, scope) => {
      const read = filter.length === 0 ? limit : MAX_POINTS;
      await scope.settle([key.urn]);
      const points = await reader.points(key, read, scope, { from, to }, readSize);
      return points.filter((point) => matchesPoint(point, filter)).slice(0, limit);
    },
    scanPoints: (input, scope) => store.points.scan({ ...input, most: readSize }, scope),
    lastDeletion: async (urn, scope) => {
      await scope.settle([urn]);
      const deletion = await reader.lastDeletion(urn, scope);
      if (deletion === undefined || seesByUrn(scope, urn)) return deletion;
      const now = (await reader.entities([urn], [], scope)).get(urn)?.entity;
      // An entity that was made after the deletion gives no right to see the one before it.
      return now !== undefined && (now.createdIn ?? 0) < deletion.sequence ? deletion : undefined;
    },
    countAspects: (aspectName, urnLike, scope) =>
      countAspects({ reader, registry, getEntities }, aspectName, urnLike, scope),
    runs: (page, scope) => runs.runs(page, scope),
    runRows: (runId, page, scope) => runs.rows(runId, page, scope),
    runPoints: (runId, scope) => runs.pointAspects(runId, scope),
  };
}
