import { findEntities, plainSearch } from './find-entities.ts';
import type { Listing } from './find-entities.ts';
import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';
import { searchEntities } from './search-entities.ts';

/** One page of matching entities, without facets and highlighting. */
export const listEntities = defineModelled({
  name: 'listEntities',
  effect: 'read',
  limits: (listing: Listing, settings) => searchEntities.limits?.(plainSearch(listing), settings),
  needs: READ,
  isLong: true,
  run: findEntities,
});
