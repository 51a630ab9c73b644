import type { SummaryRequest } from '../../query/facets/field-summary.ts';
import type { SearchInput } from '../../query/metadata-query.ts';
import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';
import { checkSearch } from './search-limits.ts';

/** Counts, ranges and quantiles of fields among matching entities. */
export const summarizeFields = defineModelled({
  name: 'summarizeFields',
  effect: 'read',
  limits: ({ search }: { readonly search: SearchInput; readonly requests: readonly SummaryRequest[] }) =>
    checkSearch(search),
  needs: READ,
  isLong: true,
  run: ({ search, requests }, { query, scope }) => query.summarize(search, requests, scope),
});
