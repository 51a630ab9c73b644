import { TAGS, detachLabels, defineLabelling } from './stored-labels.ts';

/** Detaches tags from entities and columns, all or none. */
export const removeTags = defineLabelling(
  'removeTags',
  'Detaches tags from entities and columns, all or none.',
  TAGS,
  detachLabels,
);
