import { defineOperation } from '../operation.ts';
import { TERMS, detachLabels, labelChange, labelNeeds } from '../tags/stored-labels.ts';

/** Detaches glossary terms from entities and columns, all or none. */
export const removeTerms = defineOperation({
  name: 'removeTerms',
  effect: 'write',
  input: (types) => labelChange(TERMS, types),
  needs: labelNeeds(TERMS),
  run: (input, work) => detachLabels(TERMS, input, work),
});
