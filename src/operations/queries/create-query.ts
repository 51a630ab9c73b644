import * as v from 'valibot';
import { creationOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import {
  EDIT_QUERIES,
  QUERY_PROPERTIES,
  STATEMENT,
  requireSubjects,
  subjectsInput,
  subjectsUpdate,
} from './query.ts';
import { TEXT, objectOf } from '../shapes.ts';

/** Saves a query on datasets. Throws NOT_FOUND for a missing dataset. */
export const createQuery = defineOperation({
  name: 'createQuery',
  effect: 'write',
  summary: 'Saves a query on datasets.',
  input: (types) =>
    objectOf({
      properties: objectOf({ name: v.nullish(TEXT), description: v.nullish(TEXT), statement: STATEMENT }),
      subjects: subjectsInput(types),
    }),
  needs: { on: ({ subjects }) => subjects, anyOf: EDIT_QUERIES },
  run: async ({ properties: { name, description, statement }, subjects }, work) => {
    await requireSubjects(subjects, work);
    const query = work.references.to(formatUrn('query', work.settings.newId()));
    const stamp = { ...stampNow(work) };
    const properties = {
      ...given({ name, description }),
      statement,
      source: 'MANUAL',
      created: stamp,
      lastModified: stamp,
    };
    await work.ingest([
      creationOf(query.urn, QUERY_PROPERTIES, properties),
      subjectsUpdate(query.urn, subjects),
    ]);
    return query;
  },
});
