import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { useMe } from '../../../api/person/me.ts';
import { query } from '../../../api/query.ts';
import type { Reason } from '../../../api/reason.ts';
import { useReadableReasons } from '../../../shared/policies/readable-reason.ts';
import type { CellRights } from './plan-edits.ts';

const RIGHTS = graphql(`
  query columnRights($actor: String!, $dataset: String!, $column: String!) {
    dataset(urn: $dataset) {
      urn
      privileges {
        canEditSchemaFieldDescription
        canEditSchemaFieldTags
        canEditSchemaFieldGlossaryTerms
      }
    }
    properties: explainPrivilege(
      input: { actorUrn: $actor, privilege: "EDIT_ENTITY_PROPERTIES", resourceUrn: $column }
    ) {
      allowed
      reasons {
        text
        urns
        privileges
      }
    }
    entity: explainPrivilege(input: { actorUrn: $actor, privilege: "EDIT_ENTITY", resourceUrn: $column }) {
      allowed
    }
    description: explainPrivilege(
      input: { actorUrn: $actor, privilege: "EDIT_DATASET_COL_DESCRIPTION", resourceUrn: $dataset }
    ) {
      reasons {
        text
        urns
        privileges
      }
    }
    tags: explainPrivilege(
      input: { actorUrn: $actor, privilege: "EDIT_DATASET_COL_TAGS", resourceUrn: $dataset }
    ) {
      reasons {
        text
        urns
        privileges
      }
    }
    terms: explainPrivilege(
      input: { actorUrn: $actor, privilege: "EDIT_DATASET_COL_GLOSSARY_TERMS", resourceUrn: $dataset }
    ) {
      reasons {
        text
        urns
        privileges
      }
    }
  }
`);

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
      const subject = { actor: actor ?? '', dataset, column: column ?? dataset };
      const answer = await query(RIGHTS, subject, signal);
      const { canEditSchemaFieldDescription, canEditSchemaFieldTags, canEditSchemaFieldGlossaryTerms } =
        answer.dataset?.privileges ?? {};
      const canEditProperties = answer.properties.allowed || answer.entity.allowed;
      const descriptions = canEditSchemaFieldDescription === true ? undefined : answer.description.reasons[0];
      const tags = canEditSchemaFieldTags === true ? undefined : answer.tags.reasons[0];
      const terms = canEditSchemaFieldGlossaryTerms === true ? undefined : answer.terms.reasons[0];
      return {
        properties: canEditProperties ? undefined : answer.properties.reasons[0],
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
  const readable = useReadableReasons((refusals ?? []).filter((reason) => reason !== undefined));
  const rights = useMemo(() => {
    if (data === undefined) return NOT_YET;
    const shown = (reason: Reason | undefined): string | undefined => reason && readable(reason);
    return {
      properties: shown(data.properties),
      descriptions: shown(data.descriptions),
      tags: shown(data.tags),
      terms: shown(data.terms),
      canPatchDescriptions: data.canPatchDescriptions,
    };
  }, [data, readable]);
  return { rights, isKnown: data !== undefined, error };
}
