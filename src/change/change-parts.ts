import type { RequestOrigin } from '../model/audit-event.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { Urn } from '../model/urn.ts';
import type { Commit, MetadataStore } from '../store/metadata-store.ts';
import type { ChangeSettings } from './rules.ts';

/** What the write path is made of. */
export interface ChangeParts {
  readonly store: MetadataStore;
  readonly registry: EntityRegistry;
  readonly settings: ChangeSettings;
  /** Epoch ms. */
  readonly now: () => number;
  /** The request that a write of this actor belongs to, for the audit log; absent: every write is the server's own. */
  readonly originOf?: (actor: Urn) => RequestOrigin | undefined;
  /**
   * Brings what is derived from the store up to a commit; awaited before a write is answered. With `awaitsIndex` that is an
   * index that lags behind, too.
   */
  readonly follow: (commit: Commit, options?: { readonly awaitsIndex: boolean }) => Promise<void>;
}
