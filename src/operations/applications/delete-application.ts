import * as v from 'valibot';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { deleteEverywhere } from '../stored.ts';

/** Deletes an application and, in the background, references to it. */
export const deleteApplication = defineOperation({
  name: 'deleteApplication',
  effect: 'delete',
  summary: 'Deletes an application; references to it are removed in the background.',
  input: (types) => v.object({ urn: types.entityOf('application') }),
  needs: platform('MANAGE_APPLICATIONS'),
  run: ({ urn: application }, work) => deleteEverywhere(application, work),
});
