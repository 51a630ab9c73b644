import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Mutator } from './mutator.ts';

/**
 * Keeps `searchConfiguration` when a whole definition is written without it: most clients of DataHub do not know it, and would
 * switch off the search for words whenever they write a definition back. A patch, or `queryByDefault: false`, removes it.
 */
export const keptWordSearch: Mutator = {
  name: 'keptWordSearch',
  aspects: [STRUCTURED_PROPERTY.definitionAspect],
  mutate: ({ after, before, proposal }) => {
    const kept = before?.['searchConfiguration'];
    const isKept = kept !== undefined && after['searchConfiguration'] === undefined && 'value' in proposal;
    return isKept ? { ...after, searchConfiguration: kept } : after;
  },
};
