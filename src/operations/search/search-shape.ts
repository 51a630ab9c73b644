import * as v from 'valibot';
import { FILTER_OPERATORS } from '../../model/filter.ts';
import { LIFECYCLE_CHOICES, PLAIN_FLAGS } from '../../query/metadata-query.ts';
import { list } from '../input-types.ts';
import { DEFAULT_COUNT } from './page-count.ts';
import { FLAG, NUMBER, TEXT, described, objectOf, oneOf } from '../shapes.ts';

const CRITERION = objectOf({
  field: described('Field name; `structuredProperties.<qualifiedName>` for a structured property.', TEXT),
  operator: v.nullish(
    described('How values are compared; default: EQUAL.', oneOf(FILTER_OPERATORS)),
    'EQUAL',
  ),
  values: v.nullish(described('Any of the values may match; default: none.', list(TEXT)), []),
  negated: v.nullish(described('Whether the condition must not hold; default: false.', FLAG), false),
});

/** Shape of a filter: alternatives, each a list of conditions that must all hold. */
export const FILTER = described(
  'Alternatives of conditions that must all hold; default: none.',
  list(list(CRITERION)),
);

const TYPED = described(
  'Text that the user typed, if `query` was built from it; the length limit applies to it instead.',
  TEXT,
);

/** Sort criteria; none: by relevance. */
export const SORT = described(
  'Sort criteria, the first counts most; default: by relevance.',
  list(
    objectOf({
      field: described('Field name.', TEXT),
      order: described('Direction.', oneOf(['ASCENDING', 'DESCENDING'])),
    }),
  ),
);

export const LIFECYCLE = described(
  'Which entities are found by lifecycle stage: `any`, `shown` (those that no stage hides) or `published`.',
  oneOf(LIFECYCLE_CHOICES),
);

const SOFT_DELETED = described('Whether soft-deleted entities are found.', FLAG);

const FLAGS = objectOf({
  maxAggValues: described('Maximum number of values of a facet.', NUMBER),
  skipAggregates: described('Whether facets are left out.', FLAG),
  skipHighlighting: described('Whether matched fields are left out.', FLAG),
  getSuggestions: v.nullish(
    described('Whether similar queries are added if few entities match; default: false.', FLAG),
    false,
  ),
  includeSoftDeleted: SOFT_DELETED,
  includeStructuredPropertyFacets: described(
    'Whether properties that are shown as search filters get facets.',
    FLAG,
  ),
  fulltext: described('True: `query` is plain words. False: it is in the query language.', FLAG),
  allWords: described('Whether all words must match; false: most of them, if no entity has all.', FLAG),
  filterNonLatestVersions: described('Whether only the latest version of a version set is found.', FLAG),
  lifecycle: LIFECYCLE,
  exactTotal: described(
    'Whether the total is exact, however large; otherwise it may be a lower bound.',
    FLAG,
  ),
  grouping: described(
    'Replaces entities by their parents.',
    list(
      objectOf({
        from: described('Entity type that is replaced.', TEXT),
        to: described('Entity type of the parents.', TEXT),
      }),
    ),
  ),
});

/** Members of a search: see `SearchInput`. */
export const SEARCH = {
  entityTypes: v.nullish(
    described('Names of entity types, such as dataset; default: those that people search.', list(TEXT)),
    [],
  ),
  query: v.nullish(
    described('Words or a query in the query language; default: `*`, which matches all.', TEXT),
    '*',
  ),
  typed: v.exactOptional(TYPED),
  filter: v.nullish(FILTER, []),
  flags: v.nullish(described('Options; default: no facets and no matched fields.', FLAGS), PLAIN_FLAGS),
};

/** Members that choose a page of results. */
export const PAGE = {
  start: v.nullish(described('Number of results to skip; default: 0.', NUMBER), 0),
  count: v.nullish(described(`Maximum number of results; default: ${DEFAULT_COUNT}.`, NUMBER), DEFAULT_COUNT),
};

/** Members of a query for one page of entities: see `Listing`. */
export const LISTING = {
  query: v.nullish(described('Words to search; default: `*`, which matches all.', TEXT)),
  typed: v.exactOptional(TYPED),
  filter: v.exactOptional(FILTER),
  sort: v.exactOptional(SORT),
  start: v.nullish(described('Number of results to skip; default: 0.', NUMBER)),
  count: v.nullish(described(`Maximum number of results; default: ${DEFAULT_COUNT}.`, NUMBER)),
  includeSoftDeleted: v.exactOptional(SOFT_DELETED),
  lifecycle: v.exactOptional(LIFECYCLE),
};
