import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { explainPrivileges } from '../../../api/explain.ts';
import { graphql } from '../../../api/graphql.ts';
import { useMe } from '../../../api/person/me.ts';
import { query } from '../../../api/query.ts';
import type { Reason } from '../../../api/reason.ts';
import { useReasonWords } from '../../../shared/policies/use-reason-words.ts';
import type { CellRights } from './plan-edits.ts';

const RIGHTS = graphql(`
  query columnRights($dataset: String!) {
    dataset(urn: $dataset) {
      urn
      privileges {
        canEditSchemaFieldDescription
        canEditSchemaFieldTags
        canEditSchemaFieldGlossaryTerms
      }
    }
  }
`);

function privilegesOn(dataset: string, column: string) {
  return [
    { privilege: 'EDIT_ENTITY_PROPERTIES', resourceUrn: column },
    { privilege: 'EDIT_ENTITY', resourceUrn: column },
    { privilege: 'EDIT_DATASET_COL_DESCRIPTION', resourceUrn: dataset },
    { privilege: 'EDIT_DATASET_COL_TAGS', resourceUrn: dataset },
    { privilege: 'EDIT_DATASET_COL_GLOSSARY_TERMS', resourceUrn: dataset },
  ];
}

/** What the person may change, and through which API. */
export interface ColumnRights extends CellRights {
  readonly canPatchDescriptions: boolean;
}

const UNKNOWN = 'Your permissions are still loading.';
const NOT_YET: ColumnRights = {
  properties: UNKNOWN,
  descriptions: UNKNOWN,
  tags: UNKNOWN,
  terms: UNKNOWN,
  canPatchDescriptions: false,
};

/**
 * Rights of the signed-in person to change columns, checked for one of them; the server decides for each. Everything is
 * read-only until they are loaded.
 */
export function useRights(
  dataset: string,
  column: string | undefined,
): { readonly rights: ColumnRights; readonly isKnown: boolean; readonly error: Error | null } {
  const actor = useMe()?.corpUser.urn;
  const { data, error } = useQuery({
    queryKey: ['columnRights', actor, dataset, column],
    queryFn: async ({ signal }) => {
      const questions = privilegesOn(dataset, column ?? dataset).map((question) => ({
        ...question,
        actorUrn: actor ?? '',
      }));
      const [answer, [ofProperties, ofEntity, ofDescriptions, ofTags, ofTerms]] = await Promise.all([
        query(RIGHTS, { dataset }, signal),
        explainPrivileges(questions, signal),
      ]);
      const { canEditSchemaFieldDescription, canEditSchemaFieldTags, canEditSchemaFieldGlossaryTerms } =
        answer.dataset?.privileges ?? {};
      const canEditProperties = ofProperties?.allowed === true || ofEntity?.allowed === true;
      const descriptions = canEditSchemaFieldDescription === true ? undefined : ofDescriptions?.reason;
      const tags = canEditSchemaFieldTags === true ? undefined : ofTags?.reason;
      const terms = canEditSchemaFieldGlossaryTerms === true ? undefined : ofTerms?.reason;
      return {
        properties: canEditProperties ? undefined : ofProperties?.reason,
        descriptions,
        tags,
        terms,
        canPatchDescriptions: [descriptions, tags, terms].every((refusal) => refusal === undefined),
      };
    },
    enabled: actor !== undefined,
    staleTime: 30_000,
  });
  const refusals = data && [data.properties, data.descriptions, data.tags, data.terms];
  const words = useReasonWords((refusals ?? []).filter((reason) => reason !== undefined));
  const rights = useMemo(() => {
    if (data === undefined) return NOT_YET;
    const shown = (reason: Reason | undefined): string | undefined => reason && words(reason);
    return {
      properties: shown(data.properties),
      descriptions: shown(data.descriptions),
      tags: shown(data.tags),
      terms: shown(data.terms),
      canPatchDescriptions: data.canPatchDescriptions,
    };
  }, [data, words]);
  return { rights, isKnown: data !== undefined, error };
}
