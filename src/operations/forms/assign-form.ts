import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { assign, assignableForm, missing } from './assignment.ts';
import { MANAGES_FORMS } from './form.ts';
import { objectOf } from '../shapes.ts';

/** Assigns a form to entities. Throws NOT_FOUND when the form or one of them does not exist. */
export const assignForm = defineOperation({
  name: 'assignForm',
  effect: 'write',
  summary: 'Assigns a form to entities.',
  input: (types) => objectOf({ formUrn: types.entityOf('form'), entityUrns: list(types.entity()) }),
  needs: MANAGES_FORMS,
  run: async ({ formUrn: form, entityUrns: entities }, work) => {
    const assigned = await assignableForm(form, work);
    await requireExisting(entities, missing, work);
    await assign(assigned, [...new Set(entities.map(({ urn }) => urn))], work);
  },
});
