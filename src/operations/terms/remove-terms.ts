import { TERMS, detachLabels, defineLabelling } from '../tags/stored-labels.ts';

/** Detaches glossary terms from entities and columns, all or none. */
export const removeTerms = defineLabelling(
  'removeTerms',
  'Detaches glossary terms from entities and columns, all or none.',
  TERMS,
  detachLabels,
);
