import { createPost } from '../../../../operations/posts/create-post.ts';
import { deletePost } from '../../../../operations/posts/delete-post.ts';
import { POST_INFO } from '../../../../operations/posts/post.ts';
import { updatePost } from '../../../../operations/posts/update-post.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import { numeric } from '../../../../util/json/json-members.ts';
import { DONE, answeredBy, ofArguments, ofInput } from '../fields/bind-operation.ts';
import { auditStamp } from '../../presenters/stamps.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { parseFilter } from '../../inputs/parse-search.ts';
import { fromAspect } from '../fields/aspect-field.ts';

/** Fields of `Post`. */
export const POST = {
  lastModified: fromAspect(POST_INFO, (value) => ({
    time: numeric(value['lastModified']) ?? 0,
    actor: auditStamp(value['auditStamp'])?.actor,
  })),
} satisfies Partial<Resolvers['Post']>;

export const POST_MUTATIONS = {
  createPost: ofInput(createPost, DONE),
  updatePost: ofInput(updatePost, DONE),
  deletePost: ofArguments(deletePost, DONE),
} satisfies Partial<Resolvers['Mutation']>;

export const POST_QUERIES = {
  listPosts: answeredBy(listEntities, async (_root, { input }, context) => {
    const { query, start, count, resourceUrn, orFilters } = input;
    const about = resourceUrn ? [{ field: 'target', values: [resourceUrn] }] : [];
    const filter = parseFilter({ filters: about, orFilters });
    const sort = [{ field: 'lastModified', order: 'DESCENDING' }] as const;
    const listing = { entityTypes: ['post'], query, filter, start, count, sort };
    const { entities, ...page } = await context.run(listEntities, listing);
    return { ...page, posts: entities };
  }),
} satisfies Partial<Resolvers['Query']>;
