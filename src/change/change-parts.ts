import type { RequestOrigin } from '../model/access/audit-event.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { Commit, MetadataStore } from '../store/metadata-store.ts';
import type { PropertyState } from '../model/structured-property.ts';
import type { Refusal } from '../refusals.ts';
import type { ChangeSettings } from './rules.ts';

/** Dependencies of the write path. */
export interface ChangeParts {
  readonly store: MetadataStore;
  readonly registry: EntityRegistry;
  readonly settings: ChangeSettings;
  /** Epoch ms. */
  readonly now: () => number;
  /** Request to which a write by this actor belongs, for the audit log. Absent: every write is the server's own. */
  readonly originOf?: (actor: Urn) => RequestOrigin | undefined;
  /** Trace id of the current request; undefined outside of one. */
  readonly traceId?: () => string | undefined;
  /** Called with the commit sequence of a write; sent with the response to its request. */
  readonly noteCommit?: (sequence: Sequence) => void;
  /** Whether warnings refuse the current request. Absent: they refuse nothing. */
  readonly isStrict?: () => boolean;
  /** Called with each warning about a write once it is made. */
  readonly noteWarning?: (message: string, kind: Refusal) => void;
  /** Properties that have rules, as last known. Absent: none. */
  readonly ruled?: () => Iterable<PropertyState>;
  /**
   * Brings derived state up to a commit. Awaited before the response to a write. With `awaitsIndex` it also waits for an
   * asynchronous search index.
   */
  readonly follow: (commit: Commit, options?: { readonly awaitsIndex: boolean }) => Promise<void>;
}
