import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ACCESS } from '../../api/renewal/shown.ts';
import { ENTITY_LABEL } from '../../api/names/entity-label.ts';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';

/** Rows per page of people or groups. */
export const PAGE_SIZE = 20;

// A search instead of `listUsers`, which requires the privilege to manage users.
const USERS = graphql(
  `
    query users($input: SearchAcrossEntitiesInput!) {
      searchAcrossEntities(input: $input) {
        total
        searchResults {
          entity {
            urn
            ...EntityLabel
            ... on CorpUser {
              username
              status
              isNativeUser
              properties {
                email
                title
              }
              relationships(input: { types: ["IsMemberOfRole"], direction: OUTGOING, count: 10 }) {
                relationships {
                  entity {
                    urn
                    ...EntityLabel
                  }
                }
              }
            }
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

const GROUPS = graphql(
  `
    query groups($input: SearchAcrossEntitiesInput!) {
      searchAcrossEntities(input: $input) {
        total
        searchResults {
          entity {
            urn
            ...EntityLabel
            ... on CorpGroup {
              properties {
                description
              }
              origin {
                type
                externalType
              }
              members: relationships(
                input: { types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"], direction: INCOMING, count: 0 }
              ) {
                total
              }
              roles: relationships(input: { types: ["IsMemberOfRole"], direction: OUTGOING, count: 10 }) {
                relationships {
                  entity {
                    urn
                    ...EntityLabel
                  }
                }
              }
            }
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

const ROLES = graphql(`
  query roles {
    listRoles(input: { start: 0, count: 100 }) {
      roles {
        urn
        name
        description
        relationships(input: { types: ["IsMemberOfRole"], direction: INCOMING, count: 200 }) {
          total
          relationships {
            entity {
              urn
            }
          }
        }
      }
    }
  }
`);

const MEMBERS = graphql(`
  query groupMembers($urn: String!, $start: Int!, $count: Int!) {
    corpGroup(urn: $urn) {
      urn
      relationships(
        input: {
          types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"]
          direction: INCOMING
          start: $start
          count: $count
        }
      ) {
        total
        relationships {
          entity {
            urn
          }
        }
      }
    }
  }
`);

const BY_URN = { sortCriteria: [{ field: 'urn', sortOrder: 'ASCENDING' as const }] };

/** A page of users that match a text, without service accounts. */
export const useUsers = (q: string, start: number) =>
  useQuery({
    queryKey: ['users', q, start],
    meta: { shows: ACCESS },
    queryFn: async ({ signal }) => {
      const notPrograms = [{ field: 'typeNames', values: ['SERVICE_ACCOUNT'], negated: true }];
      const input = {
        types: ['CORP_USER' as const],
        query: q === '' ? '*' : q,
        start,
        count: PAGE_SIZE,
        orFilters: [{ and: notPrograms }],
        ...(q === '' && { sortInput: BY_URN }),
      };
      const { searchAcrossEntities: found } = await query(USERS, { input }, signal);
      const users = (found?.searchResults ?? []).flatMap(({ entity }) =>
        'username' in entity ? [entity] : [],
      );
      return { total: found?.total ?? 0, users };
    },
    placeholderData: keepPreviousData,
  });

/** A user in a list. */
export type User = DataOf<typeof useUsers>['users'][number];

/** A page of groups that match a text. */
export const useGroups = (q: string, start: number) =>
  useQuery({
    queryKey: ['groups', q, start],
    meta: { shows: ACCESS },
    queryFn: async ({ signal }) => {
      const input = {
        types: ['CORP_GROUP' as const],
        query: q === '' ? '*' : q,
        start,
        count: PAGE_SIZE,
        ...(q === '' && { sortInput: BY_URN }),
      };
      const { searchAcrossEntities: found } = await query(GROUPS, { input }, signal);
      const groups = (found?.searchResults ?? []).flatMap(({ entity }) =>
        'members' in entity ? [entity] : [],
      );
      return { total: found?.total ?? 0, groups };
    },
    placeholderData: keepPreviousData,
  });

/** A group in a list. */
export type Group = DataOf<typeof useGroups>['groups'][number];

/** All roles with their holders. */
export const useRoles = () =>
  useQuery({
    queryKey: ['roles'],
    meta: { shows: ACCESS },
    queryFn: async ({ signal }) => (await query(ROLES, {}, signal)).listRoles?.roles ?? [],
  });

/** A role in a list. */
export type Role = DataOf<typeof useRoles>[number];

/** A page of the members of a group. */
export const useMembers = (urn: string, start: number) =>
  useQuery({
    queryKey: ['groupMembers', urn, start],
    meta: { shows: ACCESS },
    queryFn: async ({ signal }) => {
      const { corpGroup } = await query(MEMBERS, { urn, start, count: PAGE_SIZE }, signal);
      const found = corpGroup?.relationships;
      const urns = (found?.relationships ?? []).flatMap(({ entity }) => (entity ? [entity.urn] : []));
      return { total: found?.total ?? 0, urns };
    },
    placeholderData: keepPreviousData,
  });

type DataOf<Hook extends (...parameters: never[]) => UseQueryResult> = NonNullable<ReturnType<Hook>['data']>;
