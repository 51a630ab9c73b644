import { patchOf, put } from '../../model/proposal-builders.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { requireExisting } from '../stored.ts';
import { POST_INFO, postContent } from './post.ts';
import { TEXT, objectOf } from '../shapes.ts';

/** Replaces the type and content of a post. */
export const updatePost = defineOperation({
  name: 'updatePost',
  effect: 'write',
  summary: 'Replaces the type and the content of a post.',
  input: (types) => objectOf({ urn: types.entityOf('post'), postType: TEXT, content: postContent }),
  needs: platform('CREATE_GLOBAL_ANNOUNCEMENTS', 'MANAGE_GLOBAL_ANNOUNCEMENTS'),
  run: async ({ urn: post, postType: type, content }, work) => {
    await requireExisting([post], (urn) => `Failed to update post ${urn}. It does not exist.`, work);
    const stamp = stampNow(work);
    const operations = [
      put(['type'], type),
      put(['content'], content),
      put(['lastModified'], stamp.time),
      put(['auditStamp'], { ...stamp }),
    ];
    await work.ingest([patchOf(post.urn, POST_INFO, operations)]);
  },
});
