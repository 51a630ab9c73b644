import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';

const ADD_TAG = graphql(`
  mutation addTagHere($input: TagAssociationInput!) {
    addTag(input: $input)
  }
`);
const REMOVE_TAG = graphql(`
  mutation removeTagHere($input: TagAssociationInput!) {
    removeTag(input: $input)
  }
`);
const ADD_TERM = graphql(`
  mutation addTermHere($input: TermAssociationInput!) {
    addTerm(input: $input)
  }
`);
const REMOVE_TERM = graphql(`
  mutation removeTermHere($input: TermAssociationInput!) {
    removeTerm(input: $input)
  }
`);
const SET_DOMAIN = graphql(`
  mutation setDomainHere($entityUrn: String!, $domainUrn: String!) {
    setDomain(entityUrn: $entityUrn, domainUrn: $domainUrn)
  }
`);
const UNSET_DOMAIN = graphql(`
  mutation unsetDomainHere($entityUrn: String!) {
    unsetDomain(entityUrn: $entityUrn)
  }
`);

/** Adds a label of one kind to an entity and removes it. */
export interface LabelEdits {
  readonly add: (entityUrn: string, labelUrn: string) => Promise<unknown>;
  readonly remove: (entityUrn: string, labelUrn: string) => Promise<unknown>;
}

export const TAG_EDITS: LabelEdits = {
  add: (resourceUrn, tagUrn) => query(ADD_TAG, { input: { resourceUrn, tagUrn } }),
  remove: (resourceUrn, tagUrn) => query(REMOVE_TAG, { input: { resourceUrn, tagUrn } }),
};

export const TERM_EDITS: LabelEdits = {
  add: (resourceUrn, termUrn) => query(ADD_TERM, { input: { resourceUrn, termUrn } }),
  remove: (resourceUrn, termUrn) => query(REMOVE_TERM, { input: { resourceUrn, termUrn } }),
};

/** Edits of the tags that people give a column. */
export function columnTagEdits(dataset: string, path: string): LabelEdits {
  const input = (tagUrn: string) => ({ input: { ...placeOf(dataset, path), tagUrn } });
  return {
    add: (_, tagUrn) => query(ADD_TAG, input(tagUrn)),
    remove: (_, tagUrn) => query(REMOVE_TAG, input(tagUrn)),
  };
}

/** Edits of the glossary terms that people give a column. */
export function columnTermEdits(dataset: string, path: string): LabelEdits {
  const input = (termUrn: string) => ({ input: { ...placeOf(dataset, path), termUrn } });
  return {
    add: (_, termUrn) => query(ADD_TERM, input(termUrn)),
    remove: (_, termUrn) => query(REMOVE_TERM, input(termUrn)),
  };
}

function placeOf(dataset: string, path: string) {
  return { resourceUrn: dataset, subResource: path, subResourceType: 'DATASET_FIELD' as const };
}

export const DOMAIN_EDITS: LabelEdits = {
  add: (entityUrn, domainUrn) => query(SET_DOMAIN, { entityUrn, domainUrn }),
  remove: (entityUrn) => query(UNSET_DOMAIN, { entityUrn }),
};
