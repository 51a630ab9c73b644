import type { FollowParts } from '../api/colophon/changes/changes-route.ts';
import { HeldRequests } from '../api/http/limits/held-requests.ts';
import { RIGHTS_TYPES } from '../auth/policies/policy-directory.ts';
import { TOKEN_TYPE } from '../auth/tokens/token-records.ts';
import type { Config } from '../config/options.ts';
import type { EffectsRunner } from '../effects/runner.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { CommitSignal } from '../operations/changes/commit-signal.ts';
import { createChangeQuery, type ChangeQuery } from '../query/changes/change-query.ts';
import type { MetadataStore } from '../store/metadata-store.ts';

/** Dependencies of the change feed. */
export interface ChangesParts {
  readonly store: Pick<MetadataStore, 'changes' | 'others'>;
  readonly registry: EntityRegistry;
  readonly config: Pick<Config, 'deletions' | 'limits'>;
  /** Epoch ms. */
  readonly now: () => number;
  readonly effects: Pick<EffectsRunner, 'position' | 'catchUpMemory' | 'whenApplied'>;
}

/** The change feed. Disposing ends its followers. */
export interface Changes extends Disposable {
  readonly changes: ChangeQuery;
  readonly following: Pick<FollowParts, 'commits'> & { readonly held: HeldRequests };
}

/**
 * Opens the change feed: its reader, and the notifier that wakes followers once the authorization state is up to
 * date.
 */
export function openChanges(parts: ChangesParts): Changes {
  const { config, effects, now, registry, store } = parts;
  const commits = new CommitSignal(effects.position, [...RIGHTS_TYPES, TOKEN_TYPE]);
  const held = new HeldRequests(config.limits.heldRequests);
  effects.whenApplied((position, applied) => commits.announce(position, applied));
  const changes = createChangeQuery({
    changes: store.changes,
    registry,
    now,
    keepDeletionsForMs: config.deletions.keepFor,
    position: () => effects.position,
    whenMoved: (listener) => effects.whenApplied(listener),
    reach: async (sequence) => effects.catchUpMemory(Math.min(sequence, await store.others.refresh())),
  });
  return {
    changes,
    following: { commits, held },
    [Symbol.dispose]: () => {
      held.stop();
      commits[Symbol.dispose]();
    },
  };
}
