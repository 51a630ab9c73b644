import * as v from 'valibot';
import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { NUMBER, TEXT, described, objectOf } from '../shapes.ts';
import { checkSearch } from './search-limits.ts';
import { SEARCH } from './search-shape.ts';

const RANGE = objectOf({
  from: v.exactOptional(described('Lower bound, included; default: none.', TEXT)),
  to: v.exactOptional(described('Upper bound, excluded; default: none.', TEXT)),
});

const FIELD = objectOf({
  field: described('Field name.', TEXT),
  ranges: v.nullish(described('Ranges whose entities are counted.', list(RANGE)), []),
  quantiles: v.nullish(described('Quantiles to compute, from 0 to 1.', list(NUMBER)), []),
  values: v.nullish(described('Maximum number of values to count; default: 0.', NUMBER), 0),
});

/** Counts, ranges and quantiles of fields among matching entities. */
export const summarizeFields = defineRead({
  name: 'summarizeFields',
  summary: 'Computes counts, ranges and quantiles of fields among the entities that match a search.',
  input: () =>
    objectOf({
      search: described('Which entities are summarized.', objectOf(SEARCH)),
      requests: described('What is computed of each field.', list(FIELD)),
    }),
  limits: ({ search }) => checkSearch(search),
  isLong: true,
  run: ({ search, requests }, { query, scope }) => query.summarize(search, requests, scope),
});
