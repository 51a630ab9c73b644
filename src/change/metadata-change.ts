import type { Aspect, AspectKey } from '../model/aspect.ts';
import type { AssignmentRights } from '../model/assignment-rights.ts';
import type { PlanInput, PlannedChange } from '../model/plan.ts';
import type { PropertyLife } from '../model/property-generation.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Scope } from '../model/scope.ts';
import type { Sequence } from '../model/sequence.ts';
import type { ValueType } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import type { PointWindow } from '../store/metadata-store.ts';
import type { RollbackReport, RollbackRequest } from './rollback/rollback-report.ts';

/** What became of one proposal. */
export interface ChangeResult extends AspectKey {
  /**
   * `written`: a new version; `unchanged`: equal to what was there; `deleted`: gone; `skipped`: a condition with
   * `If-None-Match` held it back.
   */
  readonly outcome: 'written' | 'unchanged' | 'deleted' | 'skipped';
  /** The aspect after the change as its writer may see it; absent when deleted or skipped. */
  readonly aspect?: Aspect;
}

/** Outcome of a batch: everything was done, or an error was thrown and nothing was. */
export interface IngestResult {
  /** Commit that holds the changes; a reader that has seen it sees them all. */
  readonly sequence: Sequence;
  /** One per proposal, in order. */
  readonly results: readonly ChangeResult[];
}

/** What must hold for a batch to be committed. */
export interface IngestGuard {
  /** The batch is the first commit after this one; otherwise it is refused with `ChangedSinceError`. */
  readonly unlessChangedSince?: Sequence;
  /** Absent: the writer may know of every property and assign it. */
  readonly rights?: AssignmentRights | undefined;
  /**
   * Those of the entities of the batch that existed when the writer's rights were looked at. When others do by now, the
   * batch is refused with `ExistenceChangedError`: creating and changing are different rights.
   */
  readonly existed?: ReadonlySet<Urn>;
}

/** What would become of one property. */
export interface PropertyChange {
  readonly urn: Urn;
  readonly change: PlannedChange;
  readonly reasons: readonly string[];
  /** Changes with every change of the definition, its settings and whether it is soft-deleted. */
  readonly stateVersion: string;
  /** The life that would end or be hidden with its values; undefined when no value is affected. */
  readonly life: (PropertyLife & { readonly valueType: ValueType | undefined }) | undefined;
}

/** What a batch would do, decided and not done. */
export interface DryRun {
  /** Commit upon whose state it was decided. */
  readonly sequence: Sequence;
  /** Definitions first, then deletions, each in the order of the input. */
  readonly changes: readonly PropertyChange[];
}

/** Outcome of deleting an entity. */
export interface DeleteEntityResult {
  readonly urn: Urn;
  /** Aspect rows that went, all versions counted; 0 when the entity did not exist, which is a success. */
  readonly rows: number;
  readonly timeseriesRows: number;
  readonly sequence: Sequence;
}

/** Outcome of deleting points of a timeseries. */
export interface DeletedPoints {
  readonly timeseriesRows: number;
  readonly sequence: Sequence;
}

/**
 * The write path. All proposals of a batch are committed together, or none is: a refused batch is a CatalogError
 * of code VALIDATION (or PRECONDITION, INVALID_REQUEST ...) whose message joins the texts of all failures.
 * What has been answered is durable, and searchable where the index is immediate.
 */
export interface MetadataChange {
  /** Checks, decides and commits a batch of proposals. */
  ingest(
    actor: Urn,
    proposals: readonly MetadataChangeProposal[],
    guard?: IngestGuard,
  ): Promise<IngestResult>;

  /**
   * Decides what writing and deleting properties would do, and does nothing: no row is written and no sequence is
   * used. What a write would refuse is refused in the same words, except that a breaking definition needs no version.
   */
  dryRun(actor: Urn, input: PlanInput): Promise<DryRun>;

  /** Removes an entity with all its aspects and versions. */
  deleteEntity(actor: Urn, urn: Urn): Promise<DeleteEntityResult>;

  /** Removes the points of a timeseries aspect between two times, both included. */
  deletePoints(actor: Urn, deletion: AspectKey & PointWindow): Promise<DeletedPoints>;

  /**
   * Undoes what an ingestion run wrote: an aspect goes back to the newest version that another run wrote or, without
   * one, goes; an entity that the run created is soft-deleted or, if asked for, removed. INVALID_REQUEST for the name
   * that stands for no run.
   */
  rollBackRun(actor: Urn, request: RollbackRequest, scope: Scope): Promise<RollbackReport>;
}
