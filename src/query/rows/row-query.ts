import type { Aspect, AspectKey } from '../../model/aspect.ts';
import type { Filter } from '../../model/filter.ts';
import type { Scope } from '../../model/scope.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import type { PointScan, PointWindow, ScannedPoint } from '../../store/point-scan.ts';
import type { RunPage, RunRow, RunSummary } from '../../store/run-rows.ts';
import type { SeenChangeCount, SeenDeletion } from '../../store/scoped-reader.ts';

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
   * The aspects that the last hard deletion of this urn deleted; undefined when none is kept or visible. If the entity does
   * not exist, requires read access to every entity that could have this urn. TOO_LARGE beyond the size of one read.
   */
  lastDeletion(urn: Urn, scope: Scope): Promise<SeenDeletion | undefined>;
  /**
   * Sequence of the last hard deletion of each urn, for urns of entities that do not exist; visible as for `lastDeletion`. Urns
   * of which none is kept or visible are left out.
   */
  lastDeletions(urns: readonly Urn[], scope: Scope): Promise<ReadonlyMap<Urn, Sequence>>;
  /**
   * Number of commits among the kept versions of an entity, as visible to the scope; secret aspects do not count. Undefined when
   * the entity is missing or hidden. TOO_LARGE as for a timeline.
   */
  changeCount(urn: Urn, scope: Scope): Promise<SeenChangeCount | undefined>;
  /** Number of entities that have the aspect and whose urn matches a SQL LIKE pattern (`%`, `_`), if given. */
  countAspects(aspectName: string, urnLike: string | undefined, scope: Scope): Promise<number>;
  /** Ingestion runs with their remaining rows, most recently observed first. */
  runs(page: RunPage, scope: Scope): Promise<readonly RunSummary[]>;
  /** Remaining rows of a run. */
  runRows(runId: string, page: RunPage, scope: Scope): Promise<readonly RunRow[]>;
  /** Timeseries aspects that have points of the run. */
  runPoints(runId: string, scope: Scope): Promise<readonly AspectKey[]>;
}
