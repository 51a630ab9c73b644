import { splitWords } from '../../api/names/split-words.ts';

/** Words for the parts of an entity that people change, by aspect. */
const WORDS: Readonly<Record<string, string>> = {
  structuredProperties: 'properties',
  ownership: 'owners',
  globalTags: 'tags',
  glossaryTerms: 'glossary terms',
  glossaryRelatedTerms: 'related terms',
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

/** Words for further aspects, whose identifiers are not words that people use. */
const INTERNAL: Readonly<Record<string, string>> = {
  access: 'access roles',
  assertionRunSummary: 'assertions',
  browsePaths: 'path',
  browsePathsV2: 'path',
  chartQuery: 'query',
  corpUserCredentials: 'password',
  corpUserEditableInfo: 'profile',
  corpGroupEditableInfo: 'profile',
  corpUserSettings: 'settings',
  corpUserStatus: 'status',
  dataPlatformInstance: 'platform instance',
  datasetProfile: 'data profile',
  embed: 'embedded page',
  groupMembership: 'groups',
  incidentsSummary: 'incidents',
  nativeGroupMembership: 'groups',
  roleMembership: 'roles',
  propertyDefinition: 'definition',
  structuredPropertySettings: 'display settings',
  structuredPropertyDisplay: 'display',
  structuredPropertyRules: 'rules',
  operation: 'operations on the data',
  actors: 'members',
  siblings: 'siblings',
  systemMetadata: 'origin',
  telemetryClientId: 'telemetry',
};

/** The part of an asset that an aspect stores: `owners`; undefined for parts that only the server maintains. */
export function aspectWord(aspect: string): string | undefined {
  if (WORDS[aspect] !== undefined) return WORDS[aspect];
  if (/^editable\w+Properties$/.test(aspect)) return 'description';
  return /(?:Properties|Info)$/.test(aspect) ? 'details' : undefined;
}

/** The part of an entity that an aspect of any kind stores; `entry` for the key aspect, which is the entity itself. */
export function wordOfAspect(aspect: string): string {
  const known = INTERNAL[aspect] ?? aspectWord(aspect);
  if (known !== undefined) return known;
  if (aspect.endsWith('UsageStatistics')) return 'usage';
  return aspect.endsWith('Key')
    ? 'entry'
    : splitWords(aspect.replace(/^data[hH]ub/, '').replace(/V\d+$/, ''));
}
