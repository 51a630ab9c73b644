/** Words for the parts of an asset that people change, by aspect. */
const WORDS: Readonly<Record<string, string>> = {
  structuredProperties: 'properties',
  ownership: 'owners',
  globalTags: 'tags',
  glossaryTerms: 'glossary terms',
  domains: 'domain',
  deprecation: 'deprecation',
  institutionalMemory: 'links',
  schemaMetadata: 'columns',
  editableSchemaMetadata: 'descriptions of columns',
  upstreamLineage: 'lineage',
  dataJobInputOutput: 'lineage',
  status: 'deletion',
  container: 'container',
  subTypes: 'subtype',
  forms: 'forms',
  viewProperties: 'definition of the view',
  documentation: 'description',
  dataProducts: 'data products',
  applications: 'applications',
};

/** The part of an asset that an aspect stores: `owners`; undefined for parts that only the server maintains. */
export function aspectWord(aspect: string): string | undefined {
  if (WORDS[aspect] !== undefined) return WORDS[aspect];
  if (/^editable\w+Properties$/.test(aspect)) return 'description';
  return /(?:Properties|Info)$/.test(aspect) ? 'details' : undefined;
}
