import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphql, type VariablesOf } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { useChange } from '../../api/use-change.ts';

/** Rows per page of tokens. */
export const PAGE_SIZE = 20;

const TOKENS = graphql(`
  query accessTokens($input: ListAccessTokenInput!) {
    listAccessTokens(input: $input) {
      total
      tokens {
        id
        name
        description
        actorUrn
        ownerUrn
        createdAt
        expiresAt
        lastUsedAt
        readOnly
        direct
        proposeOnly
        entityTypes
        properties {
          urn
        }
      }
    }
  }
`);

const CREATE = graphql(`
  mutation createToken($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) {
      accessToken
    }
  }
`);

const REVOKE = graphql(`
  mutation revokeToken($tokenId: String!) {
    revokeAccessToken(tokenId: $tokenId)
  }
`);

/** Input for a new token. */
export type NewToken = VariablesOf<typeof CREATE>['input'];

/** A page of an actor's tokens; without an actor, of everyone's. */
export const useTokens = (actorUrn: string | undefined, start: number, isEnabled: boolean) =>
  useQuery({
    queryKey: ['accessTokens', actorUrn, start],
    meta: { shows: { types: ['dataHubAccessToken'] } },
    queryFn: async ({ signal }) => {
      const filters = actorUrn === undefined ? [] : [{ field: 'actorUrn', values: [actorUrn] }];
      return (await query(TOKENS, { input: { start, count: PAGE_SIZE, filters } }, signal)).listAccessTokens;
    },
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });

/** A token in a list, without its secret text. */
export type Token = NonNullable<ReturnType<typeof useTokens>['data']>['tokens'][number];

/** Creates a token; the result is its secret text, which cannot be shown again. */
export const useCreateToken = () =>
  useChange(
    ['accessTokens'],
    async (input: NewToken) => (await query(CREATE, { input })).createAccessToken?.accessToken ?? '',
  );

/** Revokes a token; takes effect at once. */
export const useRevokeToken = () =>
  useChange(['accessTokens'], (tokenId: string) => query(REVOKE, { tokenId }));
