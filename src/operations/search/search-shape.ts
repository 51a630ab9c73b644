import * as v from 'valibot';
import { FILTER_OPERATORS } from '../../model/filter.ts';
import { LIFECYCLE_CHOICES, PLAIN_FLAGS } from '../../query/metadata-query.ts';
import { list } from '../input-types.ts';
import { FLAG, NUMBER, TEXT, objectOf, oneOf } from '../shapes.ts';

const CRITERION = objectOf({
  field: TEXT,
  operator: v.nullish(oneOf(FILTER_OPERATORS), 'EQUAL'),
  values: v.nullish(list(TEXT), []),
  negated: v.nullish(FLAG, false),
});

/** Shape of a filter: alternatives, each a list of conditions that must all hold. */
export const FILTER = list(list(CRITERION));

/** Sort criteria; none: by relevance. */
export const SORT = list(objectOf({ field: TEXT, order: oneOf(['ASCENDING', 'DESCENDING']) }));

export const LIFECYCLE = oneOf(LIFECYCLE_CHOICES);

const FLAGS = objectOf({
  maxAggValues: NUMBER,
  skipAggregates: FLAG,
  skipHighlighting: FLAG,
  includeSoftDeleted: FLAG,
  includeStructuredPropertyFacets: FLAG,
  fulltext: FLAG,
  allWords: FLAG,
  filterNonLatestVersions: FLAG,
  lifecycle: LIFECYCLE,
  exactTotal: FLAG,
  grouping: list(objectOf({ from: TEXT, to: TEXT })),
});

/** Members of a search: see `SearchInput`. */
export const SEARCH = {
  entityTypes: v.nullish(list(TEXT), []),
  query: v.nullish(TEXT, '*'),
  typed: v.exactOptional(TEXT),
  filter: v.nullish(FILTER, []),
  flags: v.nullish(FLAGS, PLAIN_FLAGS),
};

/** Members of a query for one page of entities: see `Listing`. */
export const LISTING = {
  query: v.nullish(TEXT),
  typed: v.exactOptional(TEXT),
  filter: v.exactOptional(FILTER),
  sort: v.exactOptional(SORT),
  start: v.nullish(NUMBER),
  count: v.nullish(NUMBER),
  includeSoftDeleted: v.exactOptional(FLAG),
  lifecycle: v.exactOptional(LIFECYCLE),
};
