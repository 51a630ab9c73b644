import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { RELATED_TERMS_NEEDS, changeRelatedTerms, relatedTerms } from './related-terms.ts';

/** Relates a term to other terms. Throws VALIDATION for the term itself, NOT_FOUND for a missing term. */
export const addRelatedTerms = defineOperation({
  name: 'addRelatedTerms',
  effect: 'write',
  summary: 'Relates a glossary term to other terms.',
  input: relatedTerms,
  needs: RELATED_TERMS_NEEDS,
  run: async (input, work) => {
    const { urn: term, termUrns: related } = input;
    const missing = (urn: string) =>
      `Failed to update ${term.urn} with related terms. ${urn} does not exist. Create it first.`;
    await requireExisting([term, ...related], missing, work);
    await changeRelatedTerms('add', input, work);
  },
});
