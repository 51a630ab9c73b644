import type { EffectsRunner } from '../effects/runner.ts';
import { because } from '../refusals.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { ReadinessProbe, type ReadinessParts } from './readiness.ts';

/** Dependencies of the readiness probe. */
export interface WatchedParts extends Pick<ReadinessParts, 'freeSpace' | 'now' | 'warn'> {
  readonly effects: Pick<EffectsRunner, 'fillProgress'>;
  readonly store: Pick<MetadataStore, 'log' | 'others'>;
  readonly index: Pick<SearchIndex, 'reload' | 'position'>;
}

/** Creates the readiness probe of store and index. */
export function watchEngines({ effects, freeSpace, index, now, store, warn }: WatchedParts): ReadinessProbe {
  return new ReadinessProbe({
    engines: [
      {
        name: 'The store',
        silentSince: (since) => because('STORE_SILENT', { since }),
        probe: () => store.others.refresh(),
      },
      {
        name: 'The search index',
        silentSince: (since) => because('INDEX_SILENT', { since }),
        probe: () => index.reload(),
      },
    ],
    isFilled: () => index.position() > 0 || store.log.lastSequence() === 0,
    fillProgress: () => effects.fillProgress,
    freeSpace,
    now,
    warn,
  });
}
