import type { Urn } from '../model/urn.ts';

/** Entities and aspects to trim; an absent member selects all. */
export interface VersionSelection {
  readonly urn?: Urn;
  readonly aspectName?: string;
}

/** One step over the entities, in creation order. */
export interface VersionRange extends VersionSelection {
  /** `walkedTo` of the previous step; 0 for the first. */
  readonly after: number;
  /** Time in epoch ms that ages are computed against. */
  readonly now: number;
}

/** Outcome of one step. */
export interface TrimmedVersions {
  /** Number of former versions dropped. */
  readonly removed: number;
  readonly walkedTo: number;
  /** True when no entities follow. */
  readonly isDone: boolean;
}

/**
 * Applies retention policies to versions that later writes have not trimmed, because a policy changed or a version
 * expired.
 */
export interface VersionTrimmer {
  /**
   * Drops expired former versions of the next 1,000 entity numbers (of one entity if `urn` is set) in one
   * transaction. Keeps latest versions; uses no sequence and writes no log entry. UNAVAILABLE when the write
   * failed.
   */
  trim(range: VersionRange): Promise<TrimmedVersions>;
}
