/** Names of DataHub's GraphQL schema that Colophon's schema lacks on purpose. */
export interface MissingNames {
  readonly names: readonly string[];
  readonly reason: string;
}

/** All missing names, in the order of the page; a test compares them with the schema. */
export const MISSING: readonly MissingNames[] = [
  {
    names: ['Query.debugAccess', 'Query.debugAccess(userUrn:)', 'type DebugAccessResult'],
    reason: '`explainPrivilege` and `listPrivilegeHolders` explain decisions',
  },
];

/** Fields that exist and always fail, by name. */
export const REFUSED: Readonly<Record<string, string>> = {
  'Query.getAccessToken': 'queries create no tokens; use the mutation `createAccessToken`',
  'Query.getPresignedUploadUrl': 'there is no store for files',
  'Query.semanticSearch': 'there is no embedding model',
  'Query.semanticSearchAcrossEntities': 'there is no embedding model',
  'Mutation.createDataHubFile': 'there is no store for files',
  'Mutation.createLogicalModel':
    'write `datasetProperties` and `schemaMetadata` of a dataset on a logical platform',
  'Mutation.importDocumentsFromFiles': 'use `createDocument` with the text',
  'Mutation.updateDocPropagationSettings': 'documentation is not propagated between columns',
  'Mutation.updateLogicalModelSchema': 'write `schemaMetadata` of the dataset',
};

/** Fields that exist and are always null, empty or false, by name. */
export const EMPTY: Readonly<Record<string, string>> = {
  'AnalyticsChartGroup.charts': 'usage of the catalog is not tracked',
  'EntityRelationshipLegacy.created': 'relationships have no creation time',
  'Privileges.evaluationDetails': 'use `explainPrivilege`',
  'Query.docPropagationSettings': 'documentation is not propagated between columns',
  'Query.getMetadataAnalyticsCharts': 'usage of the catalog is not tracked',
  'Query.latestProductUpdate': 'there are no product updates',
  'Query.listRecommendations': 'usage of the catalog is not tracked',
  'ScrollAcrossLineageResults.freshness': 'lineage is not read from a cache',
  'SearchAcrossLineageResults.freshness': 'lineage is not read from a cache',
  'SearchAcrossLineageResults.lineageSearchPath': 'there is only one way to search lineage',
};
