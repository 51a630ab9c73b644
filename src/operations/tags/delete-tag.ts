import { defineOperation } from '../operation.ts';
import { deleteEverywhere } from '../stored.ts';
import { requireTag } from './tag.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a tag and, in the background, references to it. */
export const deleteTag = defineOperation({
  name: 'deleteTag',
  effect: 'delete',
  summary: 'Deletes a tag; references to it are removed in the background.',
  input: (types) => objectOf({ urn: types.entityOf('tag') }),
  needs: { on: ({ urn }) => urn, anyOf: ['MANAGE_TAGS', 'DELETE_ENTITY'] },
  run: async ({ urn: tag }, work) => {
    await requireTag(tag, work);
    await deleteEverywhere(tag, work);
  },
});
