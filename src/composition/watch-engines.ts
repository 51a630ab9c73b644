import type { SearchIndex } from '../search/search-index.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { ReadinessProbe } from './readiness.ts';
import type { ReadinessParts } from './readiness.ts';

/** What is watched, and for whom. */
export interface WatchedParts extends Pick<ReadinessParts, 'now' | 'warn'> {
  readonly store: Pick<MetadataStore, 'log' | 'others'>;
  readonly index: Pick<SearchIndex, 'isShared' | 'look' | 'position'>;
}

/** Tells whether store and index do their work. An index of this process alone is filled before anybody can ask. */
export function watchEngines({ index, now, store, warn }: WatchedParts): ReadinessProbe {
  return new ReadinessProbe({
    engines: [
      { name: 'The store', probe: () => store.others.refresh() },
      { name: 'The search index', probe: () => index.look() },
    ],
    isFilled: () => !index.isShared || index.position() > 0 || store.log.lastSequence() === 0,
    ...{ now, warn },
  });
}
