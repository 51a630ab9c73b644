import type { ProposedItem } from '../../model/access/change-proposal.ts';
import { entityTypeOf } from '../../model/urn.ts';
import { listText } from '../../util/list-text.ts';

/** Stored title of a proposal that nobody gave one. */
export const UNTITLED = '';

const WORDS: Readonly<Record<string, string>> = {
  structuredProperties: 'properties',
  globalTags: 'tags',
  glossaryTerms: 'terms',
  ownership: 'owners',
  domains: 'domain',
  documentation: 'documentation',
  deprecation: 'deprecation',
  editableSchemaMetadata: 'columns',
};

/** The title of an untitled proposal for a reader who sees these items: one for all would count what is hidden from it. */
export function madeTitle(items: readonly ProposedItem[]): string {
  if (items.length === 0) return 'Untitled';
  const parts = [
    ...new Set(items.map(({ aspectName, urn }) => WORDS[aspectName] ?? wordsOf(entityTypeOf(urn)))),
  ];
  const count = new Set(items.map(({ urn }) => urn)).size;
  const text = `${listText(parts)} of ${count} ${count === 1 ? 'entity' : 'entities'}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function wordsOf(type: string): string {
  return type === 'structuredProperty' ? 'definition' : 'description';
}
