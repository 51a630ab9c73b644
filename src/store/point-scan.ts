import type { Aspect } from '../model/aspect.ts';
import type { Scope } from '../model/scope.ts';

/** Which points of a timeseries aspect, of all entities of a type, are wanted. */
export interface PointScan {
  /** Epoch ms, both included; what is left out has no limit. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly entityType: string;
  readonly aspectName: string;
  readonly limit: number;
  /** Where the page before ended, as it was told; undefined for the first. */
  readonly after: string | undefined;
}

/** A point with its time, and where a page that ends with it ends. */
export interface ScannedPoint {
  readonly point: Aspect;
  readonly timestampMillis: number;
  readonly position: string;
}

/** Reading points of many entities. */
export interface PointReader {
  /** Points newest first; fewer than the limit only when there are no more. INVALID_REQUEST for another `after`. */
  scan(input: PointScan, scope: Scope): Promise<readonly ScannedPoint[]>;
}
