import type { EffectsRunner } from '../effects/runner.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { CommitSignal } from '../operations/changes/commit-signal.ts';
import { createChangeQuery } from '../query/changes/change-query.ts';
import type { ChangeQuery } from '../query/changes/change-query.ts';
import type { MetadataStore } from '../store/metadata-store.ts';

/** Dependencies of the change feed. */
export interface ChangesParts {
  readonly store: Pick<MetadataStore, 'changes' | 'others'>;
  readonly registry: EntityRegistry;
  readonly effects: Pick<EffectsRunner, 'position' | 'remember' | 'whenApplied'>;
}

/** Opens the change feed: what reads it, and what wakes its followers once what judges them is up to date. */
export function openChanges({ effects, registry, store }: ChangesParts): {
  readonly changes: ChangeQuery;
  readonly signal: CommitSignal;
} {
  const signal = new CommitSignal(effects.position);
  effects.whenApplied((position) => signal.announce(position));
  const changes = createChangeQuery({
    ...{ changes: store.changes, registry },
    position: () => effects.position,
    reach: async (sequence) => effects.remember(Math.min(sequence, await store.others.refresh())),
  });
  return { changes, signal };
}
