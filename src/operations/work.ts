import type { Actor } from '../auth/actor.ts';
import type { AuditLog } from '../auth/audit/audit-log.ts';
import type { Authorizer } from '../auth/authorizer.ts';
import type { Identity } from '../auth/accounts/identity.ts';
import type { Maintenance } from '../auth/maintenance.ts';
import type { ReferenceRemoval } from '../auth/writes/reference-removal.ts';
import type { Rights } from '../auth/rights.ts';
import type { SecretBox } from '../auth/secret-box.ts';
import type { WriteAccess } from '../auth/writes/write-access.ts';
import type { MetadataChange } from '../change/metadata-change.ts';
import type { Aspect, EntityAspects } from '../model/aspect.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { EntityReferences } from '../model/entity-reference.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Scope } from '../model/scope.ts';
import type { Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { CatalogQuery } from '../query/catalog-query.ts';
import type { ChangeQuery } from '../query/changes/change-query.ts';
import type { AuditStore } from '../store/audit-store.ts';
import type { SystemReader } from '../store/system-reader.ts';
import type { BulkEdits } from './bulk-edits/bulk-edits.ts';
import type { FailedWrites } from './traces/failed-writes.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** Server-wide settings that operations depend on. */
export interface OperationSettings {
  readonly registry: EntityRegistry;
  /** Whether assigning structured properties replaces all values of an asset, or keeps those that it does not name. */
  readonly upsertStructuredProperties: 'replace' | 'merge';
  /** Maximum number of entries in a page or list. */
  readonly pageSize: number;
  /** Maximum characters of the stored values that one response may need. */
  readonly readSize: number;
  /** How long hard deletions and removed values are kept for an undo, in ms. */
  readonly undoableFor: number;
  /** Version of DataHub's client for runs of ingestion sources that name none. */
  readonly ingestionClientVersion: string;
  /** Current time in epoch ms. */
  readonly now: () => number;
  /** Returns a random UUID. */
  readonly newId: () => string;
  /** Set in a thread that answers reads only: the main thread does all else. */
  readonly onlyReads?: true;
}

/**
 * Reads entities as they were at the moment of a request, as far as the caller may see them today: like
 * `MetadataQuery.getEntities`. Throws GONE when what they were is not kept.
 */
export type ReadAsOf = (
  urns: readonly Urn[],
  aspectNames: readonly string[] | undefined,
) => Promise<ReadonlyMap<Urn, EntityAspects>>;

/** The moment that a request names. */
export interface Moment {
  /** The last commit before it. */
  readonly sequence: Sequence;
  readonly read: ReadAsOf;
}

/** Reads within what the caller may see. */
export interface Reading {
  readonly actor: Actor;
  readonly query: CatalogQuery;
  /** What policies let the caller see, the argument of every read. Throws FORBIDDEN when that is nothing. */
  readonly scope: Scope;
  readonly rights: Rights;
  readonly references: EntityReferences;
  readonly settings: OperationSettings;
}

/** What a running operation works with: reads, and writes by what it was granted. */
export interface Work extends Reading {
  /** Like `scope`, but empty for those who may see nothing: for operations that do not need the right to read. */
  readonly anyScope: Scope;
  /** The writes that general rules allow, or what the operation was granted. */
  readonly writes: WriteAccess;
  /** Writes the proposals in one commit. Does nothing without proposals. */
  ingest(proposals: readonly MetadataChangeProposal[]): Promise<void>;
  /** Writes the proposal and returns the aspect as it is stored then; undefined: it is deleted. */
  ingestOne(proposal: MetadataChangeProposal): Promise<Aspect | undefined>;
  /** Hard-deletes an entity; references to it stay. */
  deleteEntity(urn: Urn): Promise<void>;
  /** Hard-deletes an entity; references to it are removed in the background, whatever the caller's rights on those. */
  deleteWithReferences(urn: Urn): Promise<void>;
}

/**
 * Work of an operation that is defined by `defineProtected`: on accounts, credentials, secrets, views of persons or maintenance,
 * which general rules let nobody write. Only its own needs and checks judge what it does with the services.
 */
export interface ProtectedWork extends Work {
  readonly services: Services;
}

/**
 * What accounts, credentials, secrets and maintenance work with. General rules let nobody write these, and nothing here judges
 * the caller: the needs of the operation do.
 */
export interface Services extends Pick<Identity, 'invites' | 'nativeUsers' | 'tokens'> {
  readonly authorizer: Authorizer;
  /** Writes that only the needs of the operation judge. */
  readonly change: MetadataChange;
  /** Reads whatever the caller may see. */
  readonly reader: SystemReader;
  readonly secretBox: SecretBox;
  /** The change feed, of which each read takes a scope. */
  readonly changes: ChangeQuery;
  /** Removes references to deleted entities, in the background. */
  readonly referenceRemoval: Pick<ReferenceRemoval, 'remove'>;
  readonly maintenance: Maintenance;
  readonly bulkEdits: BulkEdits;
  readonly webhooks: Webhooks;
  readonly audit: Pick<AuditStore, 'newest'>;
  readonly auditLog: Pick<AuditLog, 'record'>;
  /** What asynchronous requests of this process failed to write. */
  readonly failedWrites: FailedWrites;
}

/** What all operations of a server work with. */
export interface OperationParts extends Services {
  readonly query: CatalogQuery;
  readonly references: EntityReferences;
  readonly settings: OperationSettings;
  /** Runs an operation while it is measured or traced; absent: neither. */
  readonly observe?: (<T>(name: string, run: () => Promise<T>) => Promise<T>) | undefined;
}
