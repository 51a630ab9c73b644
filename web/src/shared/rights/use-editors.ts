import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { query } from '../../api/query.ts';
import { ACCESS } from '../../api/renewal/shown.ts';
import { numberText } from '../../components/number-text.ts';
import { everybodyIn } from '../policies/policy-sentence.ts';

const EDITORS = graphql(`
  query editors($urn: String!) {
    listEditors(urn: $urn) {
      allUsers
      allGroups
      owners
      groups
      users
      roles
      hasMore
    }
  }
`);

type Editors = ResultOf<typeof EDITORS>['listEditors'];

/**
 * Who may edit an entity: `Growth and 2 others`. Undefined until it is known, if nobody whom the person may see can edit it, and if not
 * enabled.
 */
export function useEditors(urn: string, isEnabled: boolean): string | undefined {
  const { data } = useQuery({
    queryKey: ['editors', urn],
    meta: { shows: { ...ACCESS, urns: [urn] } },
    queryFn: async ({ signal }) => (await query(EDITORS, { urn }, signal)).listEditors,
    enabled: isEnabled,
  });
  const nameOf = useEntityNames(data === undefined ? [] : actorsOf(data));
  return data && editorsText(data, nameOf);
}

/** Who may edit, in words; undefined if it is nobody. */
function editorsText(editors: Editors, nameOf: (urn: string) => string): string | undefined {
  const { groups, hasMore, owners, roles, users } = editors;
  const named = [...new Set([...owners, ...groups, ...users])].map(nameOf);
  const withRoles = roles.length === 0 ? [] : [`people with the role ${someOf(roles.map(nameOf), 'or')}`];
  const all = [...everybodyIn(editors), ...named, ...withRoles];
  if (all.length === 0) return undefined;
  return hasMore ? `${all[0] ?? ''} and many others` : someOf(all);
}

/** Some of these: `Growth`, `Growth and Ada`, `Growth and 2 others`. */
export function someOf([first = '', ...others]: readonly string[], joint: 'and' | 'or' = 'and'): string {
  if (others.length === 0) return first;
  return `${first} ${joint} ${others.length === 1 ? others[0] : `${numberText(others.length)} others`}`;
}

function actorsOf({ groups, owners, roles, users }: Editors): readonly string[] {
  return [...owners, ...groups, ...users, ...roles];
}
