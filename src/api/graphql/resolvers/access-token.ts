import { formatUrn } from '../../../model/urn.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { numeric, text } from '../presenters/json-members.ts';
import { fromAspect, fromMember, nameFrom } from './aspect-field.ts';
import { notNegative } from './relationships.ts';

const INFO = 'dataHubAccessTokenInfo';
const DAY = 24 * 60 * 60 * 1000;

/** Lifetimes in ms by DataHub's names; undefined: for ever. */
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
}

interface ListInput {
  readonly start?: number | null;
  readonly count?: number | null;
}

/** Fields of `AccessTokenMetadata`. */
export const ACCESS_TOKEN_METADATA: FieldResolvers = {
  name: nameFrom(INFO),
  description: fromMember(INFO, 'description'),
  actorUrn: fromMember(INFO, 'actorUrn'),
  ownerUrn: fromMember(INFO, 'ownerUrn'),
  createdAt: fromAspect(INFO, (value) => numeric(value['createdAt']) ?? 0),
  expiresAt: fromMember(INFO, 'expiresAt'),
};

/** Mutations of access tokens. */
export const ACCESS_TOKEN_MUTATIONS: FieldResolvers = {
  createAccessToken: async (
    _root: unknown,
    { input }: { readonly input: CreateAccessTokenInput },
    { catalog, references }: GraphqlContext,
  ) => {
    const description = text(input.description);
    const { token, metadata } = await catalog.createAccessToken({
      name: input.name,
      actor: references.parse(input.actorUrn).urn,
      durationMs: DURATIONS[input.duration],
      ...(description !== undefined && { description }),
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

/** Lists access tokens. */
export const ACCESS_TOKEN_QUERIES: FieldResolvers = {
  listAccessTokens: async (
    _root: unknown,
    { input }: { readonly input: ListInput },
    { catalog }: GraphqlContext,
  ) => {
    const start = notNegative('start', input.start ?? 0);
    const count = notNegative('count', input.count ?? 20);
    const all = await catalog.listAccessTokens();
    const page = all.slice(start, start + count);
    return { start, count: page.length, total: all.length, tokens: page.map(({ id }) => tokenEntity(id)) };
  },
};

function tokenEntity(id: string): EntityReference {
  return { urn: formatUrn('dataHubAccessToken', id), entityType: 'dataHubAccessToken' };
}
