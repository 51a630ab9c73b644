import type { TokenRequest } from '../../../../auth/access-tokens.ts';
import type { TokenNarrowing } from '../../../../auth/actor.ts';
import type { AccessToken } from '../../../../auth/token-records.ts';
import type { EntityReference } from '../../../../model/entity-reference.ts';
import { graphqlTypeOf, registryTypeOf } from '../../../../model/registry/entity-type-names.ts';
import { formatUrn, urnKey } from '../../../../model/urn.ts';
import { createAccessToken } from '../../../../operations/tokens/create-access-token.ts';
import { revokeAccessToken } from '../../../../operations/tokens/revoke-access-token.ts';
import { given } from '../../../../util/given.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import { DONE, bind } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type {
  AccessTokenDuration,
  CreateAccessTokenInput,
  Resolvers,
} from '../../schema/schema-types.generated.ts';
import { selectTokens } from '../../inputs/token-filter.ts';
import type { EntityResolver } from '../fields/aspect-field.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Token lifetimes in ms by DataHub's names; undefined for no expiry. */
const DURATIONS: Readonly<Record<AccessTokenDuration, number | undefined>> = {
  ONE_HOUR: 60 * 60 * 1000,
  ONE_DAY: DAY,
  ONE_WEEK: 7 * DAY,
  ONE_MONTH: 30 * DAY,
  THREE_MONTHS: 90 * DAY,
  SIX_MONTHS: 180 * DAY,
  ONE_YEAR: 365 * DAY,
  NO_EXPIRY: undefined,
};

/** Fields of `AccessTokenMetadata`. Access depends on token privileges, not on entity privileges. */
export const ACCESS_TOKEN_METADATA = {
  name: fromToken(({ name }) => name),
  description: fromToken(({ description }) => description),
  actorUrn: fromToken(({ actor }) => actor),
  ownerUrn: fromToken(({ owner }) => owner),
  createdAt: fromToken(({ createdAt }) => createdAt),
  expiresAt: fromToken(({ expiresAt }) => expiresAt),
  lastUsedAt: fromToken(({ lastUsedAt }) => lastUsedAt),
  readOnly: fromToken(({ narrowing }) => narrowing?.readOnly ?? false),
  properties: fromToken(({ narrowing }, { references }) =>
    narrowing?.properties?.map((urn) => references.to(urn)),
  ),
  entityTypes: fromToken(({ narrowing }) => narrowing?.entityTypes?.map(graphqlTypeOf)),
} satisfies Partial<Resolvers['AccessTokenMetadata']>;

export const ACCESS_TOKEN_MUTATIONS = {
  createAccessToken: bind(
    createAccessToken,
    ({ input }, { references }): TokenRequest => {
      const narrowing = narrowingOf(input, references);
      return {
        name: input.name,
        actor: references.parse(input.actorUrn).urn,
        durationMs: DURATIONS[input.duration],
        ...given({ description: input.description, narrowing }),
      };
    },
    {
      present: ({ token, metadata }) => ({ accessToken: token, metadata: tokenEntity(metadata.id) }),
      failed: null,
    },
  ),
  revokeAccessToken: bind(revokeAccessToken, ({ tokenId }) => ({ id: tokenId }), { ...DONE, failed: null }),
} satisfies Partial<Resolvers['Mutation']>;

export const ACCESS_TOKEN_QUERIES = {
  listAccessTokens: async (_root, { input }, { catalog }) => {
    const start = notNegative('start', input.start ?? 0);
    const count = notNegative('count', input.count ?? 20);
    const { filter, isWanted } = selectTokens(input.filters ?? []);
    const all = (await catalog.listAccessTokens(filter)).filter(isWanted);
    const page = all.slice(start, start + count);
    return { start, count: page.length, total: all.length, tokens: page.map(({ id }) => tokenEntity(id)) };
  },
  getAccessTokenMetadata: async (_root, { token }, { catalog }) =>
    tokenEntity((await catalog.findAccessToken(token)).id),
} satisfies Partial<Resolvers['Query']>;

function fromToken<T>(
  present: (token: AccessToken, context: GraphqlContext) => T,
): EntityResolver<Promise<T>> {
  return async ({ urn }, _args, context) =>
    present(await context.catalog.getAccessToken(urnKey(urn)), context);
}

function narrowingOf(
  input: CreateAccessTokenInput,
  references: GraphqlContext['references'],
): TokenNarrowing | undefined {
  const readOnly = input.readOnly ?? false;
  const properties = input.properties?.map((urn) => references.parse(urn).urn);
  const entityTypes = input.entityTypes?.map((name) => registryTypeOf(name) ?? name);
  if (!readOnly && properties === undefined && entityTypes === undefined) return undefined;
  return { readOnly, ...(properties && { properties }), ...(entityTypes && { entityTypes }) };
}

function tokenEntity(id: string): EntityReference {
  return { urn: formatUrn('dataHubAccessToken', id), entityType: 'dataHubAccessToken' };
}
