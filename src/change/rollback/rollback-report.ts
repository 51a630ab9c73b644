import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import type { RunRow } from '../../store/run-rows.ts';
import type { AffectedRights } from '../affected-rights.ts';

/** Options of a rollback. */
export interface RollbackRequest {
  readonly runId: string;
  /** Only report; change nothing. */
  readonly dryRun: boolean;
  /** Hard-delete the entities that the run created, instead of soft-deleting them. */
  readonly hard: boolean;
}

/** Throws unless these parts of a run may be undone. Called for each page, because a run can grow during its rollback. */
export type JudgeUndoing = (
  rows: readonly { readonly urn: Urn; readonly aspectName?: string | undefined }[],
) => Promise<void>;

/** What was checked before a rollback. Absent members: not checked. */
export interface RollbackGuard {
  readonly judge?: JudgeUndoing;
  /** See `IngestGuard`. What a page of the run affects is judged before the page is undone. */
  readonly affected?: AffectedRights;
}

/** Result of a rollback or its dry run. */
export interface RollbackReport {
  /** Entities with rows of the run. */
  readonly entitiesAffected: number;
  /** Entities that the run created. */
  readonly entitiesDeleted: number;
  /** Aspects reverted or deleted; with a hard rollback also the key aspects of entities the run created. */
  readonly aspectsReverted: number;
  /** Aspects of other runs on entities that the run created. `status` is not counted. */
  readonly aspectsAffected: number;
  /** Entities that the run created and that have aspects of other runs. */
  readonly unsafeEntities: readonly Urn[];
  /** The first affected rows, at most 100. */
  readonly rows: readonly RunRow[];
  /** Commit of the last change; undefined when nothing was changed. */
  readonly sequence: Sequence | undefined;
}
