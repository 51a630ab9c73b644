import * as v from 'valibot';
import { defineRead } from '../operation.ts';
import { DEFAULT_COUNT } from '../search/find-entities.ts';
import { NUMBER, objectOf } from '../shapes.ts';

/** Ingestion runs with the rows that still exist, most recent first. */
export const listRuns = defineRead({
  name: 'listRuns',
  summary: 'Lists ingestion runs with the number of their rows, most recent first.',
  input: () => objectOf({ start: v.nullish(NUMBER, 0), count: v.nullish(NUMBER, DEFAULT_COUNT) }),
  run: (page, { query, scope }) => query.runs(page, scope),
});
