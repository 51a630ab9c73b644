import { queryOptions, useQuery } from '@tanstack/react-query';
import { explainPrivileges, type PrivilegeAnswer } from '../../api/explain.ts';
import { useMe } from '../../api/person/me.ts';
import { PART_WORDS } from './part-words.ts';
import type { Right } from './right.ts';

/** Privileges to edit each part of an entity, or to propose changes of it; any one is enough. */
const PRIVILEGES = {
  tags: ['EDIT_ENTITY_TAGS', 'EDIT_ENTITY'],
  terms: ['EDIT_ENTITY_GLOSSARY_TERMS', 'EDIT_ENTITY'],
  owners: ['EDIT_ENTITY_OWNERS', 'EDIT_ENTITY'],
  domain: ['EDIT_DOMAINS_PRIVILEGE', 'EDIT_ENTITY'],
  description: ['EDIT_ENTITY_DOCS', 'EDIT_ENTITY'],
  links: ['EDIT_ENTITY_DOC_LINKS', 'EDIT_ENTITY'],
  status: ['EDIT_ENTITY_STATUS', 'DELETE_ENTITY', 'EDIT_ENTITY'],
  deprecation: ['EDIT_DEPRECATION_PRIVILEGE', 'EDIT_ENTITY'],
  properties: ['EDIT_ENTITY_PROPERTIES', 'EDIT_ENTITY'],
  proposals: ['PROPOSE_CHANGES'],
} as const;

/** A part of an entity with its own privilege. */
export type Part = keyof typeof PRIVILEGES;

const UNKNOWN: Right = { state: 'unknown' };
const PARTS = Object.entries(PRIVILEGES);
const PART_NAMES = Object.keys(PRIVILEGES).filter((name): name is Part => name in PRIVILEGES);

/** Rights of the signed-in person to edit parts of an entity. */
export function useRights(urn: string): (part: Part) => Right {
  const actorUrn = useMe()?.corpUser.urn;
  const { data } = useQuery({
    ...rightsQuery(actorUrn ?? '', urn),
    enabled: actorUrn !== undefined && urn !== '',
  });
  return (part) => data?.get(part) ?? UNKNOWN;
}

/** Whether the signed-in person may propose changes of an entity; false until known, and without an entity. */
export function useMayPropose(urn: string): boolean {
  return useRights(urn)('proposals').state === 'allowed';
}

/** Query options for the rights of an actor to edit parts of an entity. */
export function rightsQuery(actorUrn: string, urn: string) {
  return queryOptions({
    queryKey: ['rights', actorUrn, urn],
    queryFn: async ({ signal }) => {
      const privileges = [...new Set(PARTS.flatMap(([, names]) => names))];
      const questions = privileges.map((privilege) => ({
        actorUrn,
        privilege,
        resourceUrn: urn,
      }));
      const answers = await explainPrivileges(questions, signal);
      const byName = new Map(privileges.map((privilege, index) => [privilege, answers[index]]));
      return new Map(PARTS.map(([part, names]) => [part, rightOf(names.map((name) => byName.get(name)))]));
    },
    staleTime: 30_000,
  });
}

/** Privileges to edit each part of the columns of a dataset; any one is enough. */
const COLUMN_PRIVILEGES = {
  descriptions: ['EDIT_DATASET_COL_DESCRIPTION', 'EDIT_ENTITY'],
  tags: ['EDIT_DATASET_COL_TAGS', 'EDIT_ENTITY'],
  terms: ['EDIT_DATASET_COL_GLOSSARY_TERMS', 'EDIT_ENTITY'],
} as const;

/** Right of the signed-in person to edit a part of a dataset's columns; unknown without a dataset. */
export function useColumnRight(dataset: string, part: keyof typeof COLUMN_PRIVILEGES): Right {
  const actorUrn = useMe()?.corpUser.urn;
  const { data } = useQuery({
    queryKey: ['rights', actorUrn, dataset, 'columns', part],
    queryFn: async ({ signal }) => {
      const question = { actorUrn: actorUrn ?? '', resourceUrn: dataset };
      return rightOf(
        await explainPrivileges(
          COLUMN_PRIVILEGES[part].map((privilege) => ({ ...question, privilege })),
          signal,
        ),
      );
    },
    enabled: actorUrn !== undefined && dataset !== '',
    staleTime: 30_000,
  });
  return data ?? UNKNOWN;
}

/** Whether the signed-in person may edit no part of an entity; false until known. */
export function useMayEditNothing(urn: string): boolean {
  const rightTo = useRights(urn);
  return PART_NAMES.every((part) => part === 'proposals' || rightTo(part).state === 'refused');
}

/** What the signed-in person may edit of an entity, in words, if it is only some of its parts: `description` and `tags`. */
export function useEditableParts(urn: string): readonly string[] {
  const rightTo = useRights(urn);
  const parts = PART_NAMES.flatMap((part) => {
    const word = PART_WORDS.get(PRIVILEGES[part][0]);
    return word === undefined ? [] : [{ word, state: rightTo(part).state }];
  });
  if (!parts.some(({ state }) => state === 'refused')) return [];
  const allowed = new Set(parts.filter(({ state }) => state === 'allowed').map(({ word }) => word));
  return [...PART_WORDS.values()].filter((word) => allowed.has(word));
}

/** Rights of the signed-in person to assign structured properties to an entity. */
export function usePropertyRights(
  urn: string,
  propertyUrns: readonly string[],
): (propertyUrn: string) => Right {
  const actorUrn = useMe()?.corpUser.urn;
  const { data } = useQuery({
    queryKey: ['propertyRights', actorUrn, urn, propertyUrns],
    queryFn: async ({ signal }) => {
      const ask = async (lists: readonly (readonly string[])[]): Promise<readonly Right[]> => {
        const questions = lists.flatMap((list) =>
          ['EDIT_ENTITY_PROPERTIES', 'EDIT_ENTITY'].map((privilege) => ({
            actorUrn: actorUrn ?? '',
            privilege,
            resourceUrn: urn,
            propertyUrns: list,
          })),
        );
        const answers = await explainPrivileges(questions, signal);
        return lists.map((_, index) => rightOf(answers.slice(2 * index, 2 * index + 2)));
      };
      // Most people may assign all or none of them; each is checked only if some are refused.
      const [all] = await ask([propertyUrns]);
      if (all?.state === 'allowed') return () => all;
      const rights = await ask(propertyUrns.map((propertyUrn) => [propertyUrn]));
      const byUrn = new Map(propertyUrns.map((propertyUrn, index) => [propertyUrn, rights[index]]));
      return (propertyUrn: string) => byUrn.get(propertyUrn) ?? UNKNOWN;
    },
    enabled: actorUrn !== undefined && propertyUrns.length > 0,
    // When a property is added or removed, the others stay editable.
    placeholderData: (known, before) => (before?.queryKey[2] === urn ? known : undefined),
    staleTime: 30_000,
  });
  return data ?? (() => UNKNOWN);
}

/** Allowed if any answer is; otherwise refused with the reason of the first, which is for the narrowest privilege. */
function rightOf(answers: readonly (PrivilegeAnswer | undefined)[]): Right {
  if (answers.some((answer) => answer?.allowed === true)) return { state: 'allowed' };
  const [first] = answers;
  return first ? { state: 'refused', reason: first.reason } : UNKNOWN;
}
