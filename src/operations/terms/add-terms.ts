import { TERMS, attachLabels, defineLabelling } from '../tags/stored-labels.ts';

/** Attaches glossary terms to entities and columns, all or none. */
export const addTerms = defineLabelling(
  'addTerms',
  'Attaches glossary terms to entities and columns, all or none.',
  TERMS,
  attachLabels,
);
