import { defineOperation } from '../operation.ts';
import { deleteEverywhere } from '../stored.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a business attribute and, in the background, references to it. */
export const deleteBusinessAttribute = defineOperation({
  name: 'deleteBusinessAttribute',
  effect: 'delete',
  summary: 'Deletes a business attribute; references to it are removed in the background.',
  input: (types) => objectOf({ urn: types.entityOf('businessAttribute') }),
  needs: { on: ({ urn }) => urn, anyOf: ['MANAGE_BUSINESS_ATTRIBUTE', 'DELETE_ENTITY'] },
  run: ({ urn: attribute }, work) => deleteEverywhere(attribute, work),
});
