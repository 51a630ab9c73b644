import { formatUrn } from '../../../model/urn.ts';
import type { FieldResolvers } from '../build-schema.ts';
import { findEntities } from '../../../operations/find-entities.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireOneOf } from '../mutation-steps.ts';
import { deleteExisting, requireExisting } from '../../../operations/stored.ts';
import { creationOf, patchOf, put } from '../../../model/proposal-builders.ts';
import type { Input } from '../mutation-steps.ts';
import { numeric, object } from '../../../util/json-members.ts';
import { auditStamp } from '../presenters/stamps.ts';
import { given } from '../../../util/given.ts';
import { updating } from '../wrapped-error.ts';
import { fromAspect, fromMember } from './aspect-field.ts';
import { stampNow } from '../../../operations/stamp-now.ts';

interface ContentInput {
  readonly contentType: string;
  readonly title: string;
  readonly description?: string | null;
  readonly link?: string | null;
  readonly media?: { readonly type: string; readonly location: string } | null;
}
interface CreateInput {
  readonly postType: string;
  readonly content: ContentInput;
  readonly resourceUrn?: string | null;
}
interface UpdateInput {
  readonly urn: string;
  readonly postType: string;
  readonly content: ContentInput;
}
interface ListInput {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly query?: string | null;
}

const INFO = 'postInfo';
const MANAGE = ['MANAGE_GLOBAL_ANNOUNCEMENTS', 'CREATE_GLOBAL_ANNOUNCEMENTS'];

/** Fields of `Post`. */
export const POST: FieldResolvers = {
  postType: fromMember(INFO, 'type'),
  content: fromAspect(INFO, (value) => {
    const content = object(value['content']);
    return content && { ...content, contentType: content['type'] };
  }),
  lastModified: fromAspect(INFO, (value) => ({
    time: numeric(value['lastModified']) ?? 0,
    actor: auditStamp(value['auditStamp'])?.actor,
  })),
};

export const POST_MUTATIONS: FieldResolvers = {
  createPost: (_root: unknown, { input }: Input<CreateInput>, context: GraphqlContext) => {
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
  updatePost: (_root: unknown, { input }: Input<UpdateInput>, context: GraphqlContext) => {
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
  deletePost: (_root: unknown, { urn }: { readonly urn: string }, context: GraphqlContext) => {
    requireOneOf(MANAGE, context);
    return updating({ urn }, async () => {
      await deleteExisting(context.references.parseAs('post', urn), context);
      return true;
    });
  },
};

export const POST_QUERIES: FieldResolvers = {
  listPosts: async (_root: unknown, { input }: Input<ListInput>, context: GraphqlContext) => {
    const { query, start, count } = input;
    const sort = [{ field: 'lastModified', order: 'DESCENDING' }] as const;
    const { entities, ...page } = await findEntities(
      { entityTypes: ['post'], query, start, count, sort },
      context,
    );
    return { ...page, posts: entities };
  },
};

function contentOf({ contentType, title, description, link, media }: ContentInput) {
  return {
    type: contentType,
    title,
    ...given({ description, link }),
    ...(media && { media: { ...media } }),
  };
}
