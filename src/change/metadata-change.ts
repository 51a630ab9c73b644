import type { Aspect, AspectKey } from '../model/aspect.ts';
import type { AssignmentRights } from '../model/access/assignment-rights.ts';
import type { TagRights } from '../model/access/tag-rights.ts';
import type { DefinitionLoss, PlanInput, PlannedChange } from '../model/plan.ts';
import type { RuledProperty } from '../model/properties/property-rules.ts';
import type { GenerationKey } from '../model/properties/property-generation.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Scope } from '../model/scope.ts';
import type { Sequence } from '../model/sequence.ts';
import type { PropertyValue, ValueType } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import type { PointWindow } from '../store/point-scan.ts';
import type { StoredSource } from '../model/aspects/stored-source.ts';
import type { AffectedRights } from './affected-rights.ts';
import type { Violation } from './violation.ts';
import type { RollbackGuard, RollbackReport, RollbackRequest } from './rollback/rollback-report.ts';

/** Result of one proposal. */
export interface ChangeResult extends AspectKey {
  /** `written`: a new version; `unchanged`: equal to the stored value; `skipped` because of `If-None-Match`. */
  readonly outcome: 'written' | 'unchanged' | 'deleted' | 'skipped';
  /** The aspect after the change, as visible to the writer; absent when deleted or skipped. */
  readonly aspect?: Aspect;
  /** Violations of rules that only warn; absent: none. */
  readonly warnings?: readonly Violation[];
}

/** Result of a batch. Batches are atomic: on an error nothing is written. */
export interface IngestResult {
  /** Commit that contains the changes. A reader at this sequence or later sees all of them. */
  readonly sequence: Sequence;
  /** One per proposal, in order. */
  readonly results: readonly ChangeResult[];
}

/** Preconditions of a batch. */
export interface IngestGuard {
  /** The batch must be the first commit after this one; otherwise throws `ChangedSinceError`. */
  readonly unlessChangedSince?: Sequence;
  /** Absent: the writer may see and assign every property. */
  readonly rights?: AssignmentRights | undefined;
  /** Absent: the writer may add and remove every tag. */
  readonly tagRights?: TagRights | undefined;
  /** The writer, who may not change personal views of others. Absent: may change all views. */
  readonly viewer?: Urn | undefined;
  /**
   * Entities of the batch that existed when the writer's rights were checked. Throws `ExistenceChangedError` if that has
   * changed at commit: creating and editing need different privileges.
   */
  readonly existed?: ReadonlySet<Urn>;
  /** The writer's rights on what the batch affects besides the entities that it names. Absent: it may affect everything. */
  readonly affected?: AffectedRights;
  /**
   * Called for each sent key, or description of a built-in entity, that differs and is ignored; the rest is written.
   * May throw to refuse the batch. Absent: such values are refused.
   */
  readonly noteKept?: (message: string) => void;
  /** Time of the commit in epoch ms; absent: now. For records of an earlier time. */
  readonly at?: number;
  /** Dry run: decides, reports and throws like a write, but writes nothing. */
  readonly isTrial?: boolean;
}

/** A generation whose values a change affects. */
export interface AffectedGeneration extends GenerationKey {
  readonly valueType: ValueType | undefined;
  /** Only these values are affected; absent: all. */
  readonly only?: readonly PropertyValue[];
}

/** Planned effect on one property. */
export interface PropertyChange {
  readonly urn: Urn;
  readonly change: PlannedChange;
  readonly reasons: readonly string[];
  readonly losses: readonly DefinitionLoss[];
  /** See `PlannedDefinition`. */
  readonly versionAbove?: string;
  /** Opaque; differs after every change of the definition, its settings or its soft-delete status. */
  readonly stateVersion: string;
  /** The generation whose values would be removed or hidden; undefined when no value is affected. */
  readonly affected: AffectedGeneration | undefined;
  /** The property after the change, if it has rules then. */
  readonly ruled?: RuledProperty;
}

/** Result of a dry run. */
export interface DryRun {
  /** Commit on whose state the dry run is based. */
  readonly sequence: Sequence;
  /** Definitions first, then deletions, each in the order of the input. */
  readonly changes: readonly PropertyChange[];
}

/** Result of deleting an entity. */
export interface DeleteEntityResult {
  readonly urn: Urn;
  /** Deleted aspect rows of all versions; 0 when the entity did not exist, which is not an error. */
  readonly rows: number;
  readonly timeseriesRows: number;
  readonly sequence: Sequence;
}

/** Result of deleting timeseries points. */
export interface DeletedPoints {
  readonly timeseriesRows: number;
  readonly sequence: Sequence;
}

/**
 * The write path. Batches are atomic: a refused batch throws a CatalogError with code VALIDATION (or PRECONDITION,
 * INVALID_REQUEST, ...) whose message joins the texts of all failures. When a method resolves, its changes are durable
 * and, with an immediate index, searchable.
 */
export interface MetadataChange {
  /** Validates and commits a batch of proposals. */
  ingest(
    actor: Urn,
    proposals: readonly MetadataChangeProposal[],
    guard?: IngestGuard,
  ): Promise<IngestResult>;

  /**
   * Reports what writing and deleting properties would do. Writes no row and uses no sequence. Throws the errors of the
   * real write, except that a breaking definition needs no version.
   */
  dryRun(actor: Urn, input: PlanInput): Promise<DryRun>;

  /** Hard-deletes an entity with all aspects and versions. */
  deleteEntity(actor: Urn, urn: Urn, guard?: IngestGuard): Promise<DeleteEntityResult>;

  /** Deletes the points of a timeseries aspect between two times, both inclusive. */
  deletePoints(actor: Urn, deletion: AspectKey & PointWindow): Promise<DeletedPoints>;

  /**
   * Completes these aspects, which earlier versions stored, as a write would, and derives others from them, in one
   * commit. Returns the number of writes.
   */
  derive(actor: Urn, sources: readonly StoredSource[]): Promise<number>;

  /**
   * Rolls back an ingestion run. Its aspects revert to the newest version of another run, or are deleted without one.
   * Entities it created are soft-deleted, or hard-deleted on request. Throws INVALID_REQUEST for the default run id, and
   * CONFLICT when concurrent writes prevent it from finishing; pages committed by then stay rolled back. Rights on
   * affected entities are judged as by `ingest`, if possible before anything is rolled back.
   */
  rollBackRun(
    actor: Urn,
    request: RollbackRequest,
    scope: Scope,
    guard?: RollbackGuard,
  ): Promise<RollbackReport>;
}
