import { CatalogError } from '../../../../errors.ts';
import type { EntityReference } from '../../../../model/entity-reference.ts';
import { graphqlTypeOf, registryTypeOf } from '../../../../model/registry/entity-type-names.ts';
import { formatUrn, urnKey } from '../../../../model/urn.ts';
import type { OutputOf } from '../../../../operations/operation.ts';
import { createAccessToken } from '../../../../operations/tokens/create-access-token.ts';
import { findAccessToken } from '../../../../operations/tokens/find-access-token.ts';
import { getAccessToken } from '../../../../operations/tokens/get-access-token.ts';
import { listAccessTokens } from '../../../../operations/tokens/list-access-tokens.ts';
import { revokeAccessToken } from '../../../../operations/tokens/revoke-access-token.ts';
import { UNAUTHORIZED } from '../../../../operations/tokens/caller-token.ts';
import { DONE, answeredBy, bind, type BoundResolver } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { AccessTokenDuration, Resolvers } from '../../schema/schema-types.generated.ts';
import { selectTokens } from '../../inputs/token-filter.ts';
import type { EntityResolver } from '../fields/aspect-field.ts';
import { ofType } from '../../presenters/associations.ts';
import { pageOf } from '../fields/page-of.ts';

type AccessToken = OutputOf<typeof getAccessToken>;

const DAY = 24 * 60 * 60 * 1000;

/** Token lifetimes in ms by DataHub's names; null for no expiry. */
const DURATIONS: Readonly<Record<AccessTokenDuration, number | null>> = {
  ONE_HOUR: 60 * 60 * 1000,
  ONE_DAY: DAY,
  ONE_WEEK: 7 * DAY,
  ONE_MONTH: 30 * DAY,
  THREE_MONTHS: 90 * DAY,
  SIX_MONTHS: 180 * DAY,
  ONE_YEAR: 365 * DAY,
  NO_EXPIRY: null,
};

/** Fields of `AccessTokenMetadata`. Access depends on token privileges, not on entity privileges. */
export const ACCESS_TOKEN_METADATA = {
  name: fromToken(({ name }) => name),
  description: fromToken(({ description }) => description),
  actorUrn: fromToken(({ actor }) => actor),
  ownerUrn: fromToken(({ owner }) => owner),
  owner: fromToken(({ owner }, { references }) => ofType('corpuser', references.find(owner))),
  createdAt: fromToken(({ createdAt }) => createdAt),
  expiresAt: fromToken(({ expiresAt }) => expiresAt),
  lastUsedAt: fromToken(({ lastUsedAt }) => lastUsedAt),
  readOnly: fromToken(({ restriction }) => restriction?.readOnly ?? false),
  direct: fromToken(({ restriction }) => restriction?.direct ?? false),
  proposeOnly: fromToken(({ restriction }) => restriction?.proposeOnly ?? false),
  properties: fromToken(({ restriction }, { references }) =>
    restriction?.properties?.map((urn) => references.to(urn)),
  ),
  entityTypes: fromToken(({ restriction }) => restriction?.entityTypes?.map(graphqlTypeOf)),
} satisfies Partial<Resolvers['AccessTokenMetadata']>;

export const ACCESS_TOKEN_MUTATIONS = {
  createAccessToken: refusedInOneText(
    bind(
      createAccessToken,
      ({ input: { duration, entityTypes, type: _type, ...input } }) => ({
        ...input,
        durationMs: DURATIONS[duration],
        entityTypes: entityTypes?.map((name) => registryTypeOf(name) ?? name),
      }),
      {
        present: ({ token, metadata }) => ({ accessToken: token, metadata: tokenEntity(metadata.id) }),
      },
    ),
  ),
  revokeAccessToken: refusedInOneText(
    bind(revokeAccessToken, ({ tokenId }) => ({ id: tokenId }), { ...DONE }),
  ),
} satisfies Partial<Resolvers['Mutation']>;

export const ACCESS_TOKEN_QUERIES = {
  listAccessTokens: answeredBy(listAccessTokens, async (_root, { input }, context) => {
    const { filter, isWanted } = selectTokens(input.filters ?? []);
    const listed = await inOneText(context, context.run(listAccessTokens, filter));
    const { items, ...page } = pageOf(listed.filter(isWanted), input);
    return { ...page, tokens: items.map(({ id }) => tokenEntity(id)) };
  }),
  getAccessTokenMetadata: answeredBy(findAccessToken, async (_root, { token }, context) =>
    tokenEntity((await inOneText(context, context.run(findAccessToken, { text: token }))).id),
  ),
} satisfies Partial<Resolvers['Query']>;

/** A mutation resolver whose refusals have DataHub's message only, see `inOneText`. */
function refusedInOneText<Args, Result>(bound: BoundResolver<Args, Result>): BoundResolver<Args, Result> {
  const resolve: BoundResolver<Args, Result> = Object.assign(
    (root: unknown, args: Args, context: GraphqlContext) => inOneText(context, bound(root, args, context)),
    { declared: bound.declared },
  );
  return resolve;
}

/**
 * Returns the result, or refuses with DataHub's message only, which clients compare. With a restricted token, whose
 * caller may hold the privilege, the reason is added.
 */
async function inOneText<Result>(context: GraphqlContext, running: Promise<Result>): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    const isPlain = context.actor.restriction === undefined;
    if (!isPlain || !(error instanceof CatalogError) || error.code !== 'FORBIDDEN') throw error;
    throw new CatalogError('FORBIDDEN', UNAUTHORIZED, { cause: error });
  }
}

function fromToken<T>(
  present: (token: AccessToken, context: GraphqlContext) => T,
): EntityResolver<Promise<T>> {
  return async ({ urn }, _args, context) =>
    present(await context.run(getAccessToken, { id: urnKey(urn) }), context);
}

function tokenEntity(id: string): EntityReference {
  return { urn: formatUrn('dataHubAccessToken', id), entityType: 'dataHubAccessToken' };
}
