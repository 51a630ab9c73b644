import * as v from 'valibot';
import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { TEXT, described, objectOf } from '../shapes.ts';
import { checkSearch } from './search-limits.ts';
import { SEARCH } from './search-shape.ts';

export type { FacetResult, SearchFlags, SearchInput } from '../../query/metadata-query.ts';

/**
 * Counts the values of fields among matching entities. `facets` empty: the default facets of the entity types that
 * have values.
 */
export const countFacets = defineRead({
  name: 'countFacets',
  summary: 'Counts the values of fields among the entities that match a search.',
  input: () =>
    objectOf({
      search: described('Which entities are counted.', objectOf(SEARCH)),
      facets: v.nullish(described('Field names; default: the usual facets of the types.', list(TEXT)), []),
    }),
  limits: ({ search }) => checkSearch(search),
  isLong: true,
  run: ({ search, facets }, { query, scope }) => query.aggregate(search, facets, scope),
});
