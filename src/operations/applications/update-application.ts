import * as v from 'valibot';
import { patchOf, putGiven } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { objectOf } from '../shapes.ts';

/** Changes the name and description of an application. NOT_FOUND unless it exists. Returns it. */
export const updateApplication = defineOperation({
  name: 'updateApplication',
  effect: 'write',
  summary: 'Changes the name and the description of an application; omitted ones stay unchanged.',
  input: (types) =>
    objectOf({
      urn: types.entityOf('application'),
      name: v.nullish(v.string()),
      description: v.nullish(v.string()),
    }),
  needs: { on: ({ urn }) => urn, anyOf: ['MANAGE_APPLICATIONS', 'EDIT_ENTITY'] },
  run: async ({ urn: application, name, description }, work) => {
    const missing = (urn: string) => `Application ${urn} does not exist. Create it first.`;
    await requireExisting([application], missing, work);
    const changes = putGiven({ name, description });
    if (changes.length > 0) await work.ingest([patchOf(application.urn, 'applicationProperties', changes)]);
    return application;
  },
});
