import type { Aspect } from '../model/aspect.ts';
import type { Scope } from '../model/scope.ts';

/** A time range in epoch ms, both ends included; a missing end is unbounded. */
export interface PointWindow {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Selects points of a timeseries aspect, over all entities of a type. */
export interface PointScan extends PointWindow {
  readonly entityType: string;
  readonly aspectName: string;
  readonly limit: number;
  /** `position` of the last point of the previous page; undefined for the first page. */
  readonly after: string | undefined;
  /** Maximum characters of the points together; default: no limit. */
  readonly most?: number | undefined;
}

/** A point with its time. */
export interface ScannedPoint {
  readonly point: Aspect;
  readonly timestampMillis: number;
  /** Cursor for the page after this point. */
  readonly position: string;
}

/** Reads points across entities. */
export interface PointReader {
  /**
   * Points visible to the scope, newest first, then newest entity, then point key descending; fewer than `limit` only on the
   * last page. INVALID_REQUEST for a malformed `after`; TOO_LARGE (ReadTooLargeError, which says how many points fit) beyond
   * `most` characters; UNAVAILABLE when a networked store cannot be read.
   */
  scan(input: PointScan, scope: Scope): Promise<readonly ScannedPoint[]>;
}
