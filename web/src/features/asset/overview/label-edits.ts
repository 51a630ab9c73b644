import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';

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

export const DOMAIN_EDITS: LabelEdits = {
  add: (entityUrn, domainUrn) => query(SET_DOMAIN, { entityUrn, domainUrn }),
  remove: (entityUrn) => query(UNSET_DOMAIN, { entityUrn }),
};
