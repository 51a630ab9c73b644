import type { Scope } from '../../model/scope.ts';
import type { FieldMapping } from '../../search/mapping.ts';

/**
 * Name prefixes of fields that combine all structured properties: who assigned them, and which form prompts request them
 * or have been answered.
 */
const OF_ALL_PROPERTIES = [
  'structuredPropertyAttribution',
  'structuredPropertyPromptUrns',
  'promptId',
  'completedFormsCompletedPrompt',
  'completedFormsIncompletePrompt',
  'incompleteFormsCompletedPrompt',
  'incompleteFormsIncompletePrompt',
];

/** Fields that a scope may use: excludes those that combine all properties, unless the scope sees every property. */
export function seenMapping(mapping: FieldMapping, { seesEveryProperty }: Scope): FieldMapping {
  if (seesEveryProperty) return mapping;
  const isSeen = (name: string): boolean => !OF_ALL_PROPERTIES.some((start) => name.startsWith(start));
  return {
    ...mapping,
    kindOf: (name) => (isSeen(name) ? mapping.kindOf(name) : undefined),
    textFields: mapping.textFields.filter(({ field }) => isSeen(field)),
    defaultFacets: mapping.defaultFacets.filter(({ name }) => isSeen(name)),
  };
}
