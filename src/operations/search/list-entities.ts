import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { TEXT, described, objectOf } from '../shapes.ts';
import { findEntities, plainSearch } from './find-entities.ts';
import { searchEntities } from './search-entities.ts';
import { LISTING } from './search-shape.ts';

/** One page of matching entities, without facets and highlighting. */
export const listEntities = defineRead({
  name: 'listEntities',
  summary: 'Lists the entities that match a search, without facets and highlighting.',
  input: () => objectOf({ entityTypes: described('Names of entity types.', list(TEXT)), ...LISTING }),
  limits: (listing, settings) => searchEntities.limits?.(plainSearch(listing), settings),
  isLong: true,
  run: findEntities,
});
