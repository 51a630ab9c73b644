import { TAGS, attachLabels, defineLabelling } from './stored-labels.ts';

/** Attaches tags to entities and columns, all or none. */
export const addTags = defineLabelling(
  'addTags',
  'Attaches tags to entities and columns, all or none.',
  TAGS,
  attachLabels,
);
