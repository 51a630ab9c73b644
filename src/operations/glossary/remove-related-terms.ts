import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { RELATED_TERMS_NEEDS, changeRelatedTerms, relatedTerms } from './related-terms.ts';

/** Removes relationships of a term to other terms; missing ones are ignored. */
export const removeRelatedTerms = defineOperation({
  name: 'removeRelatedTerms',
  effect: 'write',
  summary: 'Removes relationships of a glossary term to other terms.',
  input: relatedTerms,
  needs: RELATED_TERMS_NEEDS,
  run: async (input, work) => {
    const missing = (urn: string) => `Failed to update ${urn}. It does not exist.`;
    await requireExisting([input.urn], missing, work);
    await changeRelatedTerms('remove', input, work);
  },
});
