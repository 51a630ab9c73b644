import { plainSearch, type Listing } from '../../../operations/search/find-entities.ts';

/** The input of `searchEntities` for a search without facets and highlighting. */
export function plainInput(listing: Listing) {
  const { keepAliveMs: _keepAlive, scrollId: _scroll, ...input } = plainSearch(listing);
  return input;
}
