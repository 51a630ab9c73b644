import * as v from 'valibot';
import { patchOf, put, putGiven } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import {
  EDIT_QUERIES,
  EDIT_STORED_SUBJECTS,
  QUERY_PROPERTIES,
  STATEMENT,
  requireQuery,
  requireSubjects,
  subjectsInput,
  subjectsUpdate,
} from './query.ts';
import { objectOf } from '../shapes.ts';

/** Changes the text and the subjects of a query. Throws NOT_FOUND for a missing query or dataset. */
export const updateQuery = defineOperation({
  name: 'updateQuery',
  effect: 'write',
  summary: 'Changes the text and the subjects of a saved query.',
  input: (types) =>
    objectOf({
      urn: types.entityOf('query'),
      name: v.nullish(v.string()),
      description: v.nullish(v.string()),
      statement: v.nullish(STATEMENT),
      subjects: v.optional(subjectsInput(types)),
    }),
  needs: [EDIT_STORED_SUBJECTS, { on: ({ subjects = [] }) => subjects, anyOf: EDIT_QUERIES }],
  run: async ({ urn: query, subjects, ...changes }, work) => {
    await requireQuery(query, work);
    await requireSubjects(subjects ?? [], work);
    const stamp = put(['lastModified'], { ...stampNow(work) });
    await work.ingest([
      patchOf(query.urn, QUERY_PROPERTIES, [...putGiven(changes), stamp]),
      ...(subjects === undefined ? [] : [subjectsUpdate(query.urn, subjects)]),
    ]);
    return query;
  },
});
