import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { deleteEverywhere } from '../stored.ts';
import { objectOf } from '../shapes.ts';

/** Deletes an application and, in the background, references to it. */
export const deleteApplication = defineOperation({
  name: 'deleteApplication',
  effect: 'delete',
  summary: 'Deletes an application; references to it are removed in the background.',
  input: (types) => objectOf({ urn: types.entityOf('application') }),
  needs: platform('MANAGE_APPLICATIONS'),
  run: ({ urn: application }, work) => deleteEverywhere(application, work),
});
