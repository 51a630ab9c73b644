import * as v from 'valibot';
import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { NUMBER, TEXT, objectOf } from '../shapes.ts';
import { checkSearch } from './search-limits.ts';
import { SEARCH } from './search-shape.ts';

const RANGE = objectOf({ from: v.exactOptional(TEXT), to: v.exactOptional(TEXT) });

const FIELD = objectOf({
  field: TEXT,
  ranges: v.nullish(list(RANGE), []),
  quantiles: v.nullish(list(NUMBER), []),
  values: v.nullish(NUMBER, 0),
});

/** Counts, ranges and quantiles of fields among matching entities. */
export const summarizeFields = defineRead({
  name: 'summarizeFields',
  summary: 'Computes counts, ranges and quantiles of fields among the entities that match a search.',
  input: () => objectOf({ search: objectOf(SEARCH), requests: list(FIELD) }),
  limits: ({ search }) => checkSearch(search),
  isLong: true,
  run: ({ search, requests }, { query, scope }) => query.summarize(search, requests, scope),
});
