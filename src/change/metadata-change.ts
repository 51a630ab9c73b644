import type { Aspect, AspectKey } from '../model/aspect.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';

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

/** Outcome of deleting an entity. */
export interface DeleteEntityResult {
  readonly urn: Urn;
  /** Aspect rows that went, all versions counted; 0 when the entity did not exist, which is a success. */
  readonly rows: number;
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
  ingest(actor: Urn, proposals: readonly MetadataChangeProposal[]): Promise<IngestResult>;

  /** Removes an entity with all its aspects and versions. */
  deleteEntity(actor: Urn, urn: Urn): Promise<DeleteEntityResult>;
}
