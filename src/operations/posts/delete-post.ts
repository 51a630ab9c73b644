import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { deleteExisting } from '../stored.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a post. */
export const deletePost = defineOperation({
  name: 'deletePost',
  effect: 'delete',
  summary: 'Deletes a post.',
  input: (types) => objectOf({ urn: types.entityOf('post') }),
  needs: platform('CREATE_GLOBAL_ANNOUNCEMENTS', 'MANAGE_GLOBAL_ANNOUNCEMENTS'),
  run: ({ urn: post }, work) => deleteExisting(post, work),
});
