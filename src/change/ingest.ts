import type { RequestOrigin } from '../model/audit-event.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import type { Commit, Committed, MetadataStore } from '../store/metadata-store.ts';
import { CatalogError } from '../errors.ts';
import { decide } from './decide.ts';
import { decideNothing } from './dry-run.ts';
import type { ChangeResult, IngestGuard, IngestResult, MetadataChange } from './metadata-change.ts';
import { resolveAll } from './resolve-proposal.ts';
import type { ChangeSettings } from './rules.ts';
import { unlessChanged } from './unless-changed.ts';

/** What the write path is made of. */
export interface ChangeParts {
  readonly store: MetadataStore;
  readonly registry: EntityRegistry;
  readonly settings: ChangeSettings;
  /** Epoch ms. */
  readonly now: () => number;
  /** The request that a write of this actor belongs to, for the audit log; absent: every write is the server's own. */
  readonly originOf?: (actor: Urn) => RequestOrigin | undefined;
  /** Brings what is derived from the store up to a commit; awaited before a write is answered. */
  readonly follow: (commit: Commit) => Promise<void>;
}

/** The whole write path: check what can be checked outside, decide and commit, let the followers catch up, answer. */
export function createMetadataChange(parts: ChangeParts): MetadataChange {
  const commit = async (
    actor: Urn,
    proposals: readonly MetadataChangeProposal[],
    { unlessChangedSince }: IngestGuard = {},
  ): Promise<Committed<readonly ChangeResult[]>> => {
    const { registry, settings, store } = parts;
    const resolved = resolveAll(proposals, registry);
    const stamp = { time: parts.now(), actor };
    const decided = decide({ proposals: resolved, stamp, registry, settings });
    const committed = await store.commit(unlessChanged(unlessChangedSince, decided), parts.originOf?.(actor));
    if (committed.commit !== undefined) await parts.follow(committed.commit);
    return committed;
  };

  return {
    ingest: async (actor, proposals, guard): Promise<IngestResult> => {
      const { sequence, result } = await commit(actor, proposals, guard);
      return { sequence, results: result };
    },
    dryRun: async (actor, input) => {
      const { registry, settings, store } = parts;
      const stamp = { time: parts.now(), actor };
      const { result } = await store.commit(decideNothing({ input, stamp, registry, settings }));
      return result;
    },
    deleteEntity: async (actor, urn) => {
      const entity = parts.registry.entities.get(entityTypeOf(urn));
      if (entity === undefined) {
        throw new CatalogError('INVALID_REQUEST', `Unknown entity type ${entityTypeOf(urn)} in ${urn}.`);
      }
      const deletion = { urn, aspectName: entity.keyAspect.name, changeType: 'DELETE' } as const;
      const { sequence, removed } = await commit(actor, [deletion]);
      return { urn, rows: removed.rows, timeseriesRows: removed.points, sequence };
    },
  };
}
