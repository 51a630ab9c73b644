import type { AspectKey } from '../model/aspect.ts';
import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';

/** A row that belongs to an ingestion run: the latest version of an aspect, or an entity that the run created. */
export interface RunRow {
  readonly urn: Urn;
  /** Undefined for the entity itself. */
  readonly aspectName: string | undefined;
  /** When the run last wrote it, in epoch ms. */
  readonly lastObserved: number;
}

/** A run with the number of rows that still belong to it. */
export interface RunSummary {
  readonly runId: string;
  readonly rows: number;
  /** Latest `lastObserved` of its rows, in epoch ms. */
  readonly lastObserved: number;
}

/** A page of a list, by offset. */
export interface RunPage {
  readonly start: number;
  readonly count: number;
}

/**
 * Reads rows by ingestion run. An aspect belongs to the run in its system metadata: the last that wrote it, even with
 * an equal value. Writes without a run id belong to none. Each method leaves out what the scope hides, and rejects with
 * UNAVAILABLE when a networked store cannot be read.
 */
export interface RunReader {
  /** Runs by `lastObserved`, latest first, then by run id. */
  runs(page: RunPage, scope: Scope): Promise<readonly RunSummary[]>;
  /** Rows of a run: aspects by `lastObserved`, oldest first, then the entities that it created, in the same order. */
  rows(runId: string, page: RunPage, scope: Scope): Promise<readonly RunRow[]>;
  /** Timeseries aspects with points of the run, in no particular order. */
  pointAspects(runId: string, scope: Scope): Promise<readonly AspectKey[]>;
}
