import { findEntities, plainSearch, type Listing } from './find-entities.ts';
import { defineRead } from '../operation.ts';
import { searchEntities } from './search-entities.ts';

/** One page of matching entities, without facets and highlighting. */
export const listEntities = defineRead({
  name: 'listEntities',
  summary: 'Lists the entities that match a search, without facets and highlighting.',
  limits: (listing: Listing, settings) => searchEntities.limits?.(plainSearch(listing), settings),
  isLong: true,
  run: findEntities,
});
