import { defineOperation } from '../operation.ts';
import { deleteEverywhere } from '../stored.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a document and, in the background, references to it. */
export const deleteDocument = defineOperation({
  name: 'deleteDocument',
  effect: 'delete',
  summary: 'Deletes a document; references to it are removed in the background.',
  input: (types) => objectOf({ urn: types.entityOf('document') }),
  needs: { on: ({ urn }) => urn, anyOf: ['DELETE_ENTITY'] },
  run: ({ urn: document }, work) => deleteEverywhere(document, work),
});
