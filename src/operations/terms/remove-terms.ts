import { TERMS, detachLabels, defineLabelling } from '../tags/stored-labels.ts';

/** Detaches glossary terms from entities and columns, all or none. */
export const removeTerms = defineLabelling('removeTerms', TERMS, detachLabels);
