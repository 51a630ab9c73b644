import { KnownTokens } from '../auth/known-tokens.ts';
import { PolicyDirectory } from '../auth/policy-directory.ts';
import type { Urn } from '../model/urn.ts';
import type { MetadataReader } from '../store/metadata-store.ts';
import { LivePropertyDirectory } from '../store/property-directory.ts';

/** What a process keeps of the store in memory. */
export interface Remembered {
  readonly properties: LivePropertyDirectory;
  readonly tokens: KnownTokens;
  readonly policies: PolicyDirectory;
  /** Takes over what the store holds of these entities now. */
  readonly refresh: (urns: readonly Urn[]) => Promise<void>;
  /** Takes over all that the store holds now. */
  readonly reload: () => Promise<void>;
}

/** Loads what a process keeps in memory; it stays as it is until it is refreshed. */
export async function remember(reader: MetadataReader): Promise<Remembered> {
  const properties = await LivePropertyDirectory.load(reader);
  const policies = await PolicyDirectory.load(reader);
  const tokens = new KnownTokens(reader);
  return {
    ...{ properties, policies, tokens },
    refresh: async (urns) => {
      tokens.changed(urns);
      await Promise.all([properties.refresh(reader, urns), policies.refresh(reader, urns)]);
    },
    reload: async () => {
      tokens.forget();
      await Promise.all([properties.reload(reader), policies.reload(reader)]);
    },
  };
}
