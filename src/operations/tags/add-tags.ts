import { defineOperation } from '../operation.ts';
import { TAGS, attachLabels, labelChange, labelNeeds } from './stored-labels.ts';

/** Attaches tags to entities and columns, all or none. */
export const addTags = defineOperation({
  name: 'addTags',
  effect: 'write',
  input: (types) => labelChange(TAGS, types),
  needs: labelNeeds(TAGS),
  run: (input, work) => attachLabels(TAGS, input, work),
});
