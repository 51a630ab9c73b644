import * as v from 'valibot';
import { creationOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { POST_INFO, postContent } from './post.ts';
import { objectOf } from '../shapes.ts';

/** Creates a post, about an entity or about none. */
export const createPost = defineOperation({
  name: 'createPost',
  effect: 'write',
  summary: 'Creates a post: an announcement or a link, about an entity if given.',
  input: (types) => objectOf({ type: v.string(), content: postContent, about: v.optional(types.entity()) }),
  needs: platform('CREATE_GLOBAL_ANNOUNCEMENTS', 'MANAGE_GLOBAL_ANNOUNCEMENTS'),
  run: async ({ type, content, about }, work) => {
    const stamp = stampNow(work);
    const info = {
      type,
      content,
      created: stamp.time,
      lastModified: stamp.time,
      auditStamp: { ...stamp },
      ...given({ target: about?.urn }),
    };
    await work.ingest([creationOf(formatUrn('post', work.settings.newId()), POST_INFO, info)]);
  },
});
