import type { AspectKey } from '../model/aspect.ts';
import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';

/** What an ingestion run left behind: the latest row of an aspect, or an entity that it created. */
export interface RunRow {
  readonly urn: Urn;
  /** Undefined for the entity itself. */
  readonly aspectName: string | undefined;
  /** When the run last saw it, in epoch ms. */
  readonly lastObserved: number;
}

/** A run with what of it is still there. */
export interface RunSummary {
  readonly runId: string;
  readonly rows: number;
  readonly lastObserved: number;
}

/** A part of a list. */
export interface RunPage {
  readonly start: number;
  readonly count: number;
}

/**
 * Reading by ingestion run: the run that an aspect's system metadata names, which is the last one that wrote the aspect
 * or wrote the same value again. Writes that named no run belong to none.
 */
export interface RunReader {
  /** Runs, the one seen last first. */
  runs(page: RunPage, scope: Scope): Promise<readonly RunSummary[]>;
  /** What a run left behind: aspects in the order in which they were seen, then the entities that it created. */
  rows(runId: string, page: RunPage, scope: Scope): Promise<readonly RunRow[]>;
  /** Timeseries aspects that hold points of the run. */
  pointAspects(runId: string, scope: Scope): Promise<readonly AspectKey[]>;
}
