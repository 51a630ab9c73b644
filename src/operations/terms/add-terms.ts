import { defineOperation } from '../operation.ts';
import { TERMS, attachLabels, labelChange, labelNeeds } from '../tags/stored-labels.ts';

/** Attaches glossary terms to entities and columns, all or none. */
export const addTerms = defineOperation({
  name: 'addTerms',
  effect: 'write',
  input: (types) => labelChange(TERMS, types),
  needs: labelNeeds(TERMS),
  run: (input, work) => attachLabels(TERMS, input, work),
});
