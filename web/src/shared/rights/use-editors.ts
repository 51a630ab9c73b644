import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { capitalized } from '../../api/names/capitalized.ts';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { query } from '../../api/query.ts';
import { ACCESS } from '../../api/renewal/shown.ts';
import { numberText } from '../../components/number-text.ts';
import { everybodyIn } from '../policies/policy-sentence.ts';
import { PART_WORDS, enumerated } from './part-words.ts';

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
      parts {
        privilege
        allUsers
        allGroups
        owners
        groups
        users
        roles
        hasMore
      }
    }
  }
`);

type Editors = Omit<ResultOf<typeof EDITORS>['listEditors'], 'parts'>;
type PartEditors = ResultOf<typeof EDITORS>['listEditors']['parts'][number];

/** Who may edit an entity, in words. */
export interface EditorsInWords {
  /** Those who may edit all of it: `Growth and 2 others`; undefined if it is nobody whom the person may see. */
  readonly all: string | undefined;
  /** What others may edit, as a sentence: `Piet de Vries may edit its tags.`; undefined if there are none. */
  readonly parts: string | undefined;
}

/** Who may edit an entity; undefined until it is known, and if not enabled. */
export function useEditors(urn: string, isEnabled: boolean): EditorsInWords | undefined {
  const { data } = useQuery({
    queryKey: ['editors', urn],
    meta: { shows: { ...ACCESS, urns: [urn] } },
    queryFn: async ({ signal }) => (await query(EDITORS, { urn }, signal)).listEditors,
    enabled: isEnabled,
  });
  const nameOf = useEntityNames(data === undefined ? [] : [data, ...data.parts].flatMap(actorsOf));
  return data && { all: editorsText(data, nameOf), parts: partsText(data.parts, nameOf) };
}

/** Who may edit which parts. With different people for different parts, the names of the first and the number of the others. */
function partsText(all: readonly PartEditors[], nameOf: (urn: string) => string): string | undefined {
  const parts = all.filter(({ privilege }) => PART_WORDS.has(privilege));
  const [first] = parts;
  if (first === undefined) return undefined;
  const isSame = parts.every((part) => actorsOf(part).join() === actorsOf(first).join());
  const words = [...PART_WORDS].flatMap(([privilege, word]) =>
    parts.some((part) => part.privilege === privilege) ? [word] : [],
  );
  const who = editorsText(together(parts), nameOf);
  return who && `${capitalized(who)} may edit ${isSame ? `its ${enumerated(words)}` : 'parts of it'}.`;
}

/** The editors of several parts as one. */
function together(parts: readonly PartEditors[]): Editors {
  return {
    allUsers: parts.some(({ allUsers }) => allUsers),
    allGroups: parts.some(({ allGroups }) => allGroups),
    owners: parts.flatMap(({ owners }) => owners),
    groups: parts.flatMap(({ groups }) => groups),
    users: parts.flatMap(({ users }) => users),
    roles: [...new Set(parts.flatMap(({ roles }) => roles))],
    hasMore: parts.some(({ hasMore }) => hasMore),
  };
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
