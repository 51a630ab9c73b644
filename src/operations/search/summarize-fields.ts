import type { SummaryRequest } from '../../query/facets/field-summary.ts';
import type { SearchInput } from '../../query/metadata-query.ts';
import { defineRead } from '../operation.ts';
import { checkSearch } from './search-limits.ts';

/** Counts, ranges and quantiles of fields among matching entities. */
export const summarizeFields = defineRead({
  name: 'summarizeFields',
  summary: 'Computes counts, ranges and quantiles of fields among the entities that match a search.',
  limits: ({ search }: { readonly search: SearchInput; readonly requests: readonly SummaryRequest[] }) =>
    checkSearch(search),
  isLong: true,
  run: ({ search, requests }, { query, scope }) => query.summarize(search, requests, scope),
});
