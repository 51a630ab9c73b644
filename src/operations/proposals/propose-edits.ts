import * as v from 'valibot';
import { PROPOSE_CHANGES } from '../../auth/writes/held-writes.ts';
import { setDomain } from '../domains/set-domain.ts';
import { updateDescription } from '../entities/update-description.ts';
import { defineProtected, type Operation } from '../operation.ts';
import { addOwners } from '../owners/add-owners.ts';
import { described, objectAs, objectOf } from '../shapes.ts';
import { upsertStructuredProperties } from '../structured-properties/upsert-structured-properties.ts';
import { addTags } from '../tags/add-tags.ts';
import { addTerms } from '../terms/add-terms.ts';
import { propose } from './propose.ts';
import { REASON } from './shapes.ts';

/** Defines the proposal of what an operation would write; returns its urn. `privilege`: makes the change without a proposal. */
function defineProposal<Raw extends object, Input, Output>(
  name: string,
  what: string,
  operation: Operation<Raw, Input, Output>,
  ...privileges: readonly string[]
) {
  const anyOf = [PROPOSE_CHANGES, ...privileges];
  return defineProtected({
    name,
    effect: 'write',
    proposing: 'run',
    summary: `Proposes ${what}, for somebody who may make the change to approve.`,
    input: () =>
      objectOf({
        change: described(`The change, as the input of ${operation.name}.`, objectAs<Raw>()),
        note: v.nullish(REASON),
      }),
    // Judged with the operation.
    needs: { anyOf, clauses: () => [], documented: { kind: 'entity', anyOf } },
    run: ({ change, note }, work) => propose(operation, change, { reason: note ?? undefined }, work),
  });
}

/** DataHub Cloud's documented proposals. */
export const proposeTags = defineProposal(
  'proposeTags',
  'tags of an entity or a column',
  addTags,
  'EDIT_ENTITY_TAGS',
  'EDIT_DATASET_COL_TAGS',
);
export const proposeTerms = defineProposal(
  'proposeTerms',
  'glossary terms of an entity or a column',
  addTerms,
  'EDIT_ENTITY_GLOSSARY_TERMS',
  'EDIT_DATASET_COL_GLOSSARY_TERMS',
);
export const proposeOwners = defineProposal(
  'proposeOwners',
  'owners of an entity',
  addOwners,
  'EDIT_ENTITY_OWNERS',
);
export const proposeDomain = defineProposal(
  'proposeDomain',
  'the domain of an entity',
  setDomain,
  'EDIT_DOMAINS_PRIVILEGE',
);
export const proposeStructuredProperties = defineProposal(
  'proposeStructuredProperties',
  'values of structured properties',
  upsertStructuredProperties,
  'EDIT_ENTITY_PROPERTIES',
);
export const proposeDescription = defineProposal(
  'proposeDescription',
  'the description of an entity or a column',
  updateDescription,
  'EDIT_ENTITY_DOCS',
  'EDIT_DATASET_COL_DESCRIPTION',
);
