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
import type { Plans } from './plans/plans.ts';
import type { FailedWrites } from './traces/failed-writes.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** Server-wide settings that operations depend on. */
export interface OperationSettings {
  readonly registry: EntityRegistry;
  /** Whether assigning structured properties replaces all values of an asset, or keeps values of other properties. */
  readonly upsertStructuredProperties: 'replace' | 'merge';
  /** Maximum number of entries in a page or list. */
  readonly pageSize: number;
  /** Maximum characters of the stored values in one response. */
  readonly readSize: number;
  /** How long hard deletions and removed values are kept for an undo, in ms. */
  readonly undoableFor: number;
  /** Maximum number of assets of a plan. */
  readonly planAssets: number;
  readonly proposals: {
    /** How long a proposal stays open, in ms. */
    readonly expireAfter: number;
    /** Maximum number of open proposals of one actor. */
    readonly mostOpen: number;
  };
  /** Version of DataHub's client for runs of ingestion sources that name none. */
  readonly ingestionClientVersion: string;
  /** Current time in epoch ms. */
  readonly now: () => number;
  /** Returns a random UUID. */
  readonly newId: () => string;
  /** Set in a reading thread, which only answers reads. */
  readonly onlyReads?: true;
}

/**
 * Reads entities as of the moment of a request, within what the caller may see now; otherwise as
 * `MetadataQuery.getEntities`. Throws GONE if the earlier values are no longer kept.
 */
export type ReadAsOf = (
  urns: readonly Urn[],
  aspectNames: readonly string[] | undefined,
) => Promise<ReadonlyMap<Urn, EntityAspects>>;

/** The moment in a request. */
export interface Moment {
  /** The last commit before it. */
  readonly sequence: Sequence;
  readonly read: ReadAsOf;
}

/** Reads within the caller's scope. */
export interface Reading {
  readonly actor: Actor;
  readonly query: CatalogQuery;
  /**
   * What policies permit the caller to see; an argument of every read. Throws FORBIDDEN if the caller may see
   * nothing.
   */
  readonly scope: Scope;
  readonly rights: Rights;
  readonly references: EntityReferences;
  readonly settings: OperationSettings;
  /** The existing and visible entities among these; writes of the operation do not look them up again. */
  existing(urns: readonly Urn[]): Promise<ReadonlySet<Urn>>;
}

/** Reads and writes of a running operation, with the caller's grants. */
export interface Work extends Reading {
  /** The caller's scope; empty if the caller may see nothing. For operations that do not require the right to read. */
  readonly anyScope: Scope;
  /** The writes that the general rules or the grants of the operation allow. */
  readonly writes: WriteAccess;
  /** Writes the proposals in one commit. Does nothing without proposals. */
  ingest(proposals: readonly MetadataChangeProposal[]): Promise<void>;
  /** Writes the proposal and returns the stored aspect; undefined if it is deleted. */
  ingestOne(proposal: MetadataChangeProposal): Promise<Aspect | undefined>;
  /** Hard-deletes an entity; references to it are kept. */
  deleteEntity(urn: Urn): Promise<void>;
  /**
   * Hard-deletes an entity; references to it are removed in the background, regardless of the caller's rights on the
   * referencing entities.
   */
  deleteWithReferences(urn: Urn): Promise<void>;
}

/**
 * Work of an operation defined by `defineProtected`: on accounts, credentials, secrets, personal views or
 * maintenance, which the general rules permit no one to write. Only the operation's needs and checks authorize its
 * use of the services.
 */
export interface ProtectedWork extends Work {
  readonly services: Services;
  /** Whether `writes` are kept for a proposal; then nothing may be written by the services. */
  readonly isHeld: boolean;
}

/**
 * Services for accounts, credentials, secrets and maintenance. They do not check the caller's rights: the needs of
 * the operation do.
 */
export interface Services extends Pick<Identity, 'invites' | 'nativeUsers' | 'oauth' | 'tokens'> {
  readonly authorizer: Authorizer;
  /** Writes without further checks of rights: only the needs of the operation apply. */
  readonly change: MetadataChange;
  /** Unrestricted: ignores what the caller may see. */
  readonly reader: SystemReader;
  readonly secretBox: SecretBox;
  /** The change feed; each read requires a scope. */
  readonly changes: ChangeQuery;
  /** Removes references to deleted entities, in the background. */
  readonly referenceRemoval: Pick<ReferenceRemoval, 'remove'>;
  readonly maintenance: Maintenance;
  readonly bulkEdits: BulkEdits;
  readonly plans: Plans;
  readonly webhooks: Webhooks;
  readonly audit: Pick<AuditStore, 'newest'>;
  readonly auditLog: Pick<AuditLog, 'record'>;
  /** Failed writes of asynchronous requests of this process. */
  readonly failedWrites: FailedWrites;
  /** Reads the demo of the package: change proposals as JSON lines. */
  readonly readDemo: () => Promise<string>;
}

/** Dependencies of all operations of a server. */
export interface OperationParts extends Services {
  readonly query: CatalogQuery;
  readonly references: EntityReferences;
  readonly settings: OperationSettings;
  /** Runs an operation with measurement and tracing; absent: neither. */
  readonly observe?: (<T>(name: string, run: () => Promise<T>) => Promise<T>) | undefined;
}
