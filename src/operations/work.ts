import type { Catalog } from '../auth/catalog.ts';
import type { ViewAccess } from '../auth/view-access.ts';
import type { Permit } from '../auth/permit.ts';
import type { Aspect } from '../model/aspect.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { EntityReferences } from '../model/entity-reference.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';

/** Server-wide settings that operations depend on. */
export interface OperationSettings {
  readonly registry: EntityRegistry;
  /** Whether assigning structured properties replaces all values of an asset, or keeps those that it does not name. */
  readonly upsertStructuredProperties: 'replace' | 'merge';
  /** Current time in epoch ms. */
  readonly now: () => number;
  /** Returns a random UUID. */
  readonly newId: () => string;
}

/** Reads within the caller's scope. */
export interface Reading {
  readonly catalog: Pick<
    Catalog,
    'actor' | 'aggregate' | 'existing' | 'getAspect' | 'getEntities' | 'relationships' | 'search'
  > & { readonly views: Pick<ViewAccess, 'info'> };
  readonly references: EntityReferences;
  readonly settings: OperationSettings;
}

/** What a running operation works with: reads, and writes under the permit of its needs. */
export interface Work extends Reading {
  readonly catalog: Reading['catalog'] & Pick<Catalog, 'applyPlan' | 'rollBackRun' | 'views'>;
  /** Called for each commit of the catalog's own writes. */
  wrote(sequence: Sequence): void;
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
 * Work of an operation that also changes what general rules let nobody write: accounts, credentials and secrets. The
 * catalog writes these only under a permit, which is the result of the operation's checks.
 */
export interface PermittedWork extends Work {
  readonly permit: Permit;
  readonly catalog: Work['catalog'] &
    Pick<Catalog, 'accounts' | 'connections' | 'createAccessToken' | 'revokeAccessToken' | 'secrets'>;
}
