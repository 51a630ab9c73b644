import { creationOf, patchOf, put } from '../../../model/proposal-builders.ts';
import { formatUrn } from '../../../model/urn.ts';
import { findEntities } from '../../../operations/find-entities.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { deleteExisting, requireExisting } from '../../../operations/stored.ts';
import { given } from '../../../util/given.ts';
import { numeric, object } from '../../../util/json-members.ts';
import { requireOneOf } from '../mutation-steps.ts';
import { auditStamp } from '../presenters/stamps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';
import { fromAspect, fromMember } from './aspect-field.ts';

interface ContentInput {
  readonly contentType: string;
  readonly title: string;
  readonly description?: string | null;
  readonly link?: string | null;
  readonly media?: { readonly type: string; readonly location: string } | null;
}

const INFO = 'postInfo';
const MANAGE = ['MANAGE_GLOBAL_ANNOUNCEMENTS', 'CREATE_GLOBAL_ANNOUNCEMENTS'];

/** Fields of `Post`. */
export const POST = {
  postType: fromMember(INFO, 'type'),
  content: fromAspect(INFO, (value) => {
    const content = object(value['content']);
    return content && { ...content, contentType: content['type'] };
  }),
  lastModified: fromAspect(INFO, (value) => ({
    time: numeric(value['lastModified']) ?? 0,
    actor: auditStamp(value['auditStamp'])?.actor,
  })),
} satisfies Partial<Resolvers['Post']>;

export const POST_MUTATIONS = {
  createPost: (_root, { input }, context) => {
    requireOneOf(MANAGE, context);
    return updating(input, async () => {
      const stamp = stampNow(context);
      const target = input.resourceUrn ? context.references.parse(input.resourceUrn).urn : undefined;
      const info = {
        type: input.postType,
        content: contentOf(input.content),
        created: stamp.time,
        lastModified: stamp.time,
        auditStamp: { ...stamp },
        ...given({ target }),
      };
      await context.ingest([creationOf(formatUrn('post', context.settings.newId()), INFO, info)]);
      return true;
    });
  },
  updatePost: (_root, { input }, context) => {
    requireOneOf(MANAGE, context);
    return updating(input, async () => {
      const post = context.references.parseAs('post', input.urn);
      await requireExisting([post], (urn) => `Failed to update post ${urn}. It does not exist.`, context);
      const stamp = stampNow(context);
      const operations = [
        put(['type'], input.postType),
        put(['content'], contentOf(input.content)),
        put(['lastModified'], stamp.time),
        put(['auditStamp'], { ...stamp }),
      ];
      await context.ingest([patchOf(post.urn, INFO, operations)]);
      return true;
    });
  },
  deletePost: (_root, { urn }, context) => {
    requireOneOf(MANAGE, context);
    return updating({ urn }, async () => {
      await deleteExisting(context.references.parseAs('post', urn), context);
      return true;
    });
  },
} satisfies Partial<Resolvers['Mutation']>;

export const POST_QUERIES = {
  listPosts: async (_root, { input }, context) => {
    const { query, start, count } = input;
    const sort = [{ field: 'lastModified', order: 'DESCENDING' }] as const;
    const { entities, ...page } = await findEntities(
      { entityTypes: ['post'], query, start, count, sort },
      context,
    );
    return { ...page, posts: entities };
  },
} satisfies Partial<Resolvers['Query']>;

function contentOf({ contentType, title, description, link, media }: ContentInput) {
  return {
    type: contentType,
    title,
    ...given({ description, link }),
    ...(media && { media: { ...media } }),
  };
}
