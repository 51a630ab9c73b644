import { defineOperation } from '../operation.ts';
import { deleteEverywhere } from '../stored.ts';
import { MANAGES_FORMS } from './form.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a form and, in the background, references to it. */
export const deleteForm = defineOperation({
  name: 'deleteForm',
  effect: 'delete',
  summary: 'Deletes a form; references to it are removed in the background.',
  input: (types) => objectOf({ urn: types.entityOf('form') }),
  needs: MANAGES_FORMS,
  run: ({ urn: form }, work) => deleteEverywhere(form, work),
});
