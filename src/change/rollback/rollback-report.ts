import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import type { RunRow } from '../../store/run-rows.ts';

/** What is asked of a rollback. */
export interface RollbackRequest {
  readonly runId: string;
  /** Nothing is changed; only the report is made. */
  readonly dryRun: boolean;
  /** Entities that the run created are removed with everything instead of being soft-deleted. */
  readonly hard: boolean;
}

/** What a rollback did, or would do. */
export interface RollbackReport {
  /** Every entity that the run left something in. */
  readonly entitiesAffected: number;
  /** Entities that the run created. */
  readonly entitiesDeleted: number;
  /** Aspects that go back to what an earlier run wrote, or go; with a hard rollback also the keys of entities. */
  readonly aspectsReverted: number;
  /** Aspects of other runs in entities that the run created. */
  readonly aspectsAffected: number;
  readonly unsafeEntities: readonly Urn[];
  /** The first rows that are undone. */
  readonly rows: readonly RunRow[];
  /** Commit that holds the last change; undefined when nothing was changed. */
  readonly sequence: Sequence | undefined;
}
