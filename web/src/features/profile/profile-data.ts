import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { isObject } from '../../api/is-object.ts';
import { query } from '../../api/query.ts';
import { request } from '../../api/request.ts';
import { useChange } from '../../api/use-change.ts';

const PROFILE = graphql(`
  query ownProfile {
    me {
      corpUser {
        urn
        username
        properties {
          displayName
          title
          email
        }
        editableProperties {
          displayName
          title
          aboutMe
          pictureLink
        }
      }
    }
  }
`);

const SAVE = graphql(`
  mutation saveProfile($urn: String!, $input: CorpUserUpdateInput!) {
    updateCorpUserProperties(urn: $urn, input: $input) {
      urn
    }
  }
`);

/** The account of the signed-in person with its profile. */
export type OwnAccount = NonNullable<ResultOf<typeof PROFILE>['me']>['corpUser'];

/** The profile that people edit; '' for what is not set. */
export interface Profile {
  readonly displayName: string;
  readonly title: string;
  readonly aboutMe: string;
  readonly pictureLink: string;
}

/** The account of the signed-in person. */
export const useOwnAccount = () =>
  useQuery({
    queryKey: ['ownProfile'],
    meta: { shows: { types: ['corpuser'] } },
    queryFn: async ({ signal }) => (await query(PROFILE, {}, signal)).me?.corpUser,
  });

/** What the catalog shows of the person: the edited profile, else what the directory says. */
export function profileOf({ editableProperties: edited, properties }: OwnAccount): Profile {
  const first = (...texts: readonly (string | null | undefined)[]): string =>
    texts.find((text) => typeof text === 'string' && text !== '') ?? '';
  return {
    displayName: first(edited?.displayName, properties?.displayName),
    title: first(edited?.title, properties?.title),
    aboutMe: first(edited?.aboutMe),
    pictureLink: first(edited?.pictureLink),
  };
}

/** Saves the changed members of the person's own profile. */
export const useSaveProfile = () =>
  useChange(
    ['ownProfile', 'me', 'entity', 'entityNames'],
    ({ urn, before, after }: { readonly urn: string; readonly before: Profile; readonly after: Profile }) =>
      query(SAVE, { urn, input: changesOf(before, after) }),
  );

/** The members that differ; null removes one. */
export function changesOf(before: Profile, after: Profile): VariablesOf<typeof SAVE>['input'] {
  const changed = Object.entries(after).filter(([name, value]) => value !== before[name as keyof Profile]);
  return Object.fromEntries(changed.map(([name, value]: [string, string]) => [name, value.trim() || null]));
}

/** Whether the person can change a password here, and the minimum length of a new one. */
export interface OwnPassword {
  readonly isChangeable: boolean;
  readonly minLength: number;
}

const PASSWORD_PATH = '/api/colophon/v1/me/password';

/** State of the person's own password. */
export const useOwnPassword = () =>
  useQuery({
    queryKey: ['ownPassword'],
    queryFn: async ({ signal }): Promise<OwnPassword> => {
      const answer = await request(PASSWORD_PATH, { signal });
      const members = isObject(answer) ? answer : {};
      const { isChangeable, minLength } = members;
      return {
        isChangeable: isChangeable === true,
        minLength: typeof minLength === 'number' ? minLength : 1,
      };
    },
    staleTime: 60_000,
  });

/** Replaces the person's password. */
export const useChangePassword = () =>
  useChange(['ownPassword'], (body: { readonly current: string; readonly password: string }) =>
    request(PASSWORD_PATH, { method: 'PUT', body }),
  );
