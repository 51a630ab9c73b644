import * as v from 'valibot';
import { creationOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { POST_INFO, postContent } from './post.ts';
import { TEXT, described, objectOf } from '../shapes.ts';

/** DataHub's schema has it. */
const IGNORED = v.nullish(
  described('Accepted for compatibility and ignored: a post refers to a whole entity.', TEXT),
);

/** Creates a post, optionally for an entity. */
export const createPost = defineOperation({
  name: 'createPost',
  effect: 'write',
  summary: 'Creates a post: an announcement or a link, optionally for an entity.',
  input: (types) =>
    objectOf({
      postType: TEXT,
      content: postContent,
      resourceUrn: described('Urn of the entity that the post refers to.', types.optionalEntity()),
      subResourceType: IGNORED,
      subResource: IGNORED,
    }),
  needs: platform('CREATE_GLOBAL_ANNOUNCEMENTS', 'MANAGE_GLOBAL_ANNOUNCEMENTS'),
  run: async ({ postType: type, content, resourceUrn: about }, work) => {
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
