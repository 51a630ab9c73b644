import { KnownTokens } from '../auth/tokens/known-tokens.ts';
import { KnownMakers } from '../auth/policies/known-makers.ts';
import { PolicyDirectory } from '../auth/policies/policy-directory.ts';
import type { Urn } from '../model/urn.ts';
import type { SystemReader } from '../store/system-reader.ts';
import { HierarchyChanges } from '../query/inheritance/hierarchy-changes.ts';
import type { Sequence } from '../model/sequence.ts';
import { LivePropertyDirectory } from '../store/property-directory.ts';
import { LiveStageDirectory } from '../store/stage-directory.ts';

/** In-memory state of a process, derived from the store. */
export interface Caches {
  readonly properties: LivePropertyDirectory;
  readonly stages: LiveStageDirectory;
  readonly tokens: KnownTokens;
  readonly makers: KnownMakers;
  readonly policies: PolicyDirectory;
  readonly hierarchies: HierarchyChanges;
  /** Reloads these entities from the store, which the commits up to `upTo` changed. */
  readonly refresh: (urns: readonly Urn[], upTo: Sequence) => Promise<void>;
  /** Reloads everything from the store, which has at least the commits up to `upTo`. */
  readonly reload: (upTo: Sequence) => Promise<void>;
}

/** Loads the in-memory state, with at least the commits up to `since`. It changes only by `refresh` and `reload`. `warn`: logs a warning. */
export async function loadCaches(
  reader: SystemReader,
  since: Sequence,
  warn?: (message: string) => void,
): Promise<Caches> {
  const properties = await LivePropertyDirectory.load(reader);
  const stages = await LiveStageDirectory.load(reader);
  const policies = await PolicyDirectory.load(reader, warn);
  const tokens = new KnownTokens(reader);
  const makers = new KnownMakers(reader);
  const hierarchies = new HierarchyChanges(since);
  return {
    properties,
    stages,
    policies,
    tokens,
    makers,
    hierarchies,
    refresh: async (urns, upTo) => {
      hierarchies.changed(urns, upTo);
      tokens.changed(urns);
      makers.changed(urns);
      await Promise.all([properties, stages, policies].map((cache) => cache.refresh(reader, urns)));
    },
    reload: async (upTo) => {
      hierarchies.reloaded(upTo);
      tokens.clear();
      makers.clear();
      await Promise.all([properties, stages, policies].map((cache) => cache.reload(reader)));
    },
  };
}
