/** Parts of an entity in a sentence, by the privilege to edit them. */
export const PART_WORDS: ReadonlyMap<string, string> = new Map([
  ['EDIT_ENTITY_DOCS', 'description'],
  ['EDIT_ENTITY_PROPERTIES', 'properties'],
  ['EDIT_ENTITY_TAGS', 'tags'],
  ['EDIT_ENTITY_GLOSSARY_TERMS', 'glossary terms'],
  ['EDIT_ENTITY_OWNERS', 'owners'],
  ['EDIT_DOMAINS_PRIVILEGE', 'domain'],
  ['EDIT_ENTITY_DOC_LINKS', 'links'],
  ['EDIT_DEPRECATION_PRIVILEGE', 'deprecation'],
]);

/** Parts in a sentence: `description, tags, and owners`. */
export function enumerated(parts: readonly string[]): string {
  return new Intl.ListFormat('en').format(parts);
}
