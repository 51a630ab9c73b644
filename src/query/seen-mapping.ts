import type { Scope } from '../model/scope.ts';
import type { FieldMapping } from '../search/mapping.ts';

/**
 * How fields begin that say something of all structured properties together: who assigned them, and which prompts of
 * forms ask for them or have been answered.
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

/** The fields that a scope may use: for one that does not see every property, those that mix them do not exist. */
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
