import { queryOptions, useQuery } from '@tanstack/react-query';
import { explainPrivileges } from '../../api/explain.ts';
import { graphql } from '../../api/graphql.ts';
import { useMe } from '../../api/person/me.ts';
import { query } from '../../api/query.ts';
import type { Right } from './right.ts';

/** Privileges that each allow editing some field. */
const PRIVILEGES = [
  'EDIT_ENTITY',
  'EDIT_ENTITY_PROPERTIES',
  'EDIT_ENTITY_TAGS',
  'EDIT_ENTITY_GLOSSARY_TERMS',
  'EDIT_ENTITY_OWNERS',
  'EDIT_DOMAINS_PRIVILEGE',
];

const ANYWHERE = graphql(`
  query mayChangeAnything($privileges: [String!]!) {
    mayEdit: holdsOnAny(privileges: $privileges)
    mayPropose: holdsOnAny(privileges: ["PROPOSE_CHANGES"])
  }
`);

/** Reason shown to people who cannot edit any asset. */
const NOTHING =
  'You don’t have permission to edit any asset. Ask someone who manages policies for a privilege such as Edit Entity.';

/** Reason shown to people who cannot edit any of the selected assets. */
const NONE_SELECTED =
  'You don’t have permission to edit any of the selected assets. Ask their owners, or someone who manages policies.';

/** Maximum selected assets whose rights are checked in advance; with more, the dry run shows refusals. */
const ASKED = 40;

/** Query options for whether the signed-in person may edit any field of any asset, or propose a change of one. */
export const EDIT_RIGHT_QUERY = queryOptions({
  queryKey: ['rights', 'any'],
  queryFn: ({ signal }) => query(ANYWHERE, { privileges: PRIVILEGES }, signal),
  staleTime: 60_000,
});

/** Whether the signed-in person may edit any field of any asset. */
export function useBulkEditRight(): Right<string> {
  const { data, isError } = useQuery(EDIT_RIGHT_QUERY);
  // If unknown, the server decides for each asset.
  if (isError || data?.mayEdit === true) return { state: 'allowed' };
  return data === undefined ? { state: 'unknown' } : { state: 'refused', reason: NOTHING };
}

/** Whether the signed-in person may propose changes of any asset, without the right to edit one; false until known. */
export function useMayOnlyPropose(): boolean {
  const isRefused = useBulkEditRight().state === 'refused';
  return useMayProposeAnywhere() && isRefused;
}

/** Whether the signed-in person may propose changes of any asset; false until known. */
export function useMayProposeAnywhere(): boolean {
  return useQuery(EDIT_RIGHT_QUERY).data?.mayPropose === true;
}

/** Whether the person may edit some field of at least one of these assets; without assets, of any asset. */
export function useSelectionRight(urns: readonly string[]): Right<string> {
  const actorUrn = useMe()?.corpUser.urn;
  const anywhere = useBulkEditRight();
  const isAsked = anywhere.state === 'allowed' && urns.length > 0 && urns.length <= ASKED;
  const { data, isError } = useQuery({
    queryKey: ['rights', actorUrn, 'any of', urns],
    queryFn: async ({ signal }): Promise<Right<string>> => {
      // Sequential: most people have the first privilege, or none.
      for (const privilege of PRIVILEGES) {
        const questions = urns.map((resourceUrn) => ({ actorUrn: actorUrn ?? '', privilege, resourceUrn }));
        const answers = await explainPrivileges(questions, signal);
        if (answers.some(({ allowed }) => allowed)) return { state: 'allowed' };
      }
      return { state: 'refused', reason: NONE_SELECTED };
    },
    enabled: isAsked,
    staleTime: 30_000,
  });
  if (!isAsked || isError) return anywhere;
  return data ?? { state: 'unknown' };
}
