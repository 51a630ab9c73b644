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
import { TEXT, described, objectOf } from '../shapes.ts';

/** Changes the text and the subjects of a query. Throws NOT_FOUND for a missing query or dataset. */
export const updateQuery = defineOperation({
  name: 'updateQuery',
  effect: 'write',
  summary: 'Changes the text and the subjects of a saved query.',
  input: (types) =>
    objectOf({
      urn: types.entityOf('query'),
      properties: v.nullish(
        objectOf({
          name: v.nullish(TEXT),
          description: v.nullish(TEXT),
          statement: v.nullish(STATEMENT),
        }),
      ),
      subjects: v.nullish(described('Complete list of datasets that it reads.', subjectsInput(types))),
    }),
  needs: [EDIT_STORED_SUBJECTS, { on: ({ subjects }) => subjects ?? [], anyOf: EDIT_QUERIES }],
  run: async ({ urn: query, subjects, properties }, work) => {
    await requireQuery(query, work);
    await requireSubjects(subjects ?? [], work);
    const stamp = put(['lastModified'], { ...stampNow(work) });
    await work.ingest([
      patchOf(query.urn, QUERY_PROPERTIES, [...putGiven({ ...properties }), stamp]),
      ...(!subjects ? [] : [subjectsUpdate(query.urn, subjects)]),
    ]);
    return query;
  },
});
