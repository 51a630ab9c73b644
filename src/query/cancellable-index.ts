import type { SearchReader } from '../search/search-index.ts';
import { throwIfCancelled } from '../util/concurrency/cancellation.ts';

/**
 * An index that starts no reads for cancelled work: one request may need thousands of reads, each answered by another
 * process.
 */
export function cancellableIndex(index: SearchReader): SearchReader {
  return {
    get isImmediate() {
      return index.isImmediate;
    },
    position: () => index.position(),
    visible: (sequence) => index.visible(sequence),
    search: async (request) => {
      throwIfCancelled();
      return index.search(request);
    },
    aggregate: async (query, facets) => {
      throwIfCancelled();
      return index.aggregate(query, facets);
    },
    spread: async (query, requests) => {
      throwIfCancelled();
      return index.spread(query, requests);
    },
    count: async (query) => {
      throwIfCancelled();
      return index.count(query);
    },
    similarWords: async (request) => {
      throwIfCancelled();
      return index.similarWords(request);
    },
    values: async (urns, field) => {
      throwIfCancelled();
      return index.values(urns, field);
    },
  };
}
