import * as v from 'valibot';
import { defineRead } from '../operation.ts';
import { DEFAULT_COUNT } from '../search/find-entities.ts';
import { NUMBER, TEXT, objectOf } from '../shapes.ts';

export type { RunRow } from '../../store/run-rows.ts';

/** Existing rows written by a run. */
export const getRunRows = defineRead({
  name: 'getRunRows',
  summary: 'Lists the rows that a run wrote and that still exist.',
  input: () =>
    objectOf({ runId: TEXT, start: v.nullish(NUMBER, 0), count: v.nullish(NUMBER, DEFAULT_COUNT) }),
  run: ({ runId, ...page }, { query, scope }) => query.runRows(runId, page, scope),
});
