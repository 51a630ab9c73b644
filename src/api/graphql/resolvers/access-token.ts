import type { TokenNarrowing } from '../../../auth/actor.ts';
import type { AccessToken } from '../../../auth/token-records.ts';
import { graphqlTypeOf, registryTypeOf } from '../../../model/entity-type-names.ts';
import { formatUrn, urnKey } from '../../../model/urn.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { text } from '../../../util/json-members.ts';
import type { FacetFilterInput } from '../search-input.ts';
import { selectTokens } from '../token-filter.ts';
import type { EntityResolver } from './aspect-field.ts';
import { notNegative } from '../../../util/not-negative.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Token lifetimes in ms by DataHub's names; undefined for no expiry. */
const DURATIONS: Readonly<Record<string, number | undefined>> = {
  ONE_HOUR: 60 * 60 * 1000,
  ONE_DAY: DAY,
  ONE_WEEK: 7 * DAY,
  ONE_MONTH: 30 * DAY,
  THREE_MONTHS: 90 * DAY,
  SIX_MONTHS: 180 * DAY,
  ONE_YEAR: 365 * DAY,
  NO_EXPIRY: undefined,
};

interface CreateAccessTokenInput {
  readonly actorUrn: string;
  readonly duration: string;
  readonly name: string;
  readonly description?: string | null;
  readonly readOnly?: boolean | null;
  readonly properties?: readonly string[] | null;
  readonly entityTypes?: readonly string[] | null;
}

interface ListInput {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly filters?: readonly FacetFilterInput[] | null;
}

/** Fields of `AccessTokenMetadata`. Access depends on token privileges, not on entity privileges. */
export const ACCESS_TOKEN_METADATA: FieldResolvers = {
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
};

export const ACCESS_TOKEN_MUTATIONS: FieldResolvers = {
  createAccessToken: async (
    _root: unknown,
    { input }: { readonly input: CreateAccessTokenInput },
    { catalog, references }: GraphqlContext,
  ) => {
    const description = text(input.description);
    const narrowing = narrowingOf(input, references);
    const { token, metadata } = await catalog.createAccessToken({
      name: input.name,
      actor: references.parse(input.actorUrn).urn,
      durationMs: DURATIONS[input.duration],
      ...(description !== undefined && { description }),
      ...(narrowing !== undefined && { narrowing }),
    });
    return { accessToken: token, metadata: tokenEntity(metadata.id) };
  },
  revokeAccessToken: async (
    _root: unknown,
    { tokenId }: { readonly tokenId: string },
    { catalog }: GraphqlContext,
  ) => {
    await catalog.revokeAccessToken(tokenId);
    return true;
  },
};

export const ACCESS_TOKEN_QUERIES: FieldResolvers = {
  listAccessTokens: async (
    _root: unknown,
    { input }: { readonly input: ListInput },
    { catalog }: GraphqlContext,
  ) => {
    const start = notNegative('start', input.start ?? 0);
    const count = notNegative('count', input.count ?? 20);
    const { filter, isWanted } = selectTokens(input.filters ?? []);
    const all = (await catalog.listAccessTokens(filter)).filter(isWanted);
    const page = all.slice(start, start + count);
    return { start, count: page.length, total: all.length, tokens: page.map(({ id }) => tokenEntity(id)) };
  },
  getAccessTokenMetadata: async (
    _root: unknown,
    { token }: { readonly token: string },
    { catalog }: GraphqlContext,
  ) => tokenEntity((await catalog.findAccessToken(token)).id),
};

function fromToken(present: (token: AccessToken, context: GraphqlContext) => unknown): EntityResolver {
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
