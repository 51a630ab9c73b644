import { defineOperation } from '../operation.ts';
import { TAGS, detachLabels, labelChange, labelNeeds } from './stored-labels.ts';

/** Detaches tags from entities and columns, all or none. */
export const removeTags = defineOperation({
  name: 'removeTags',
  effect: 'write',
  input: (types) => labelChange(TAGS, types),
  needs: labelNeeds(TAGS),
  run: (input, work) => detachLabels(TAGS, input, work),
});
