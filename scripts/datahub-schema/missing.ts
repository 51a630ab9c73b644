/** Names of DataHub's GraphQL schema that ours lacks on purpose. */
export interface MissingNames {
  readonly names: readonly string[];
  readonly reason: string;
}

/** In the order of the page; every name that is missing is in one of them, and every one of them is missing. */
export const MISSING: readonly MissingNames[] = [
  {
    names: ['Query.debugAccess', 'Query.debugAccess(userUrn:)', 'type DebugAccessResult'],
    reason: '`explainPrivilege` and `listPrivilegeHolders` say what counts, and why',
  },
];

/** Fields that exist and always fail, by name. */
export const REFUSED: Readonly<Record<string, string>> = {
  'Query.getAccessToken': 'a query creates no token: `createAccessToken`',
  'Query.getPresignedUploadUrl': 'there is no store for files',
  'Query.semanticSearch': 'there is no embedding model',
  'Query.semanticSearchAcrossEntities': 'there is no embedding model',
  'Mutation.createDataHubFile': 'there is no store for files',
  'Mutation.createLogicalModel':
    'write `datasetProperties` and `schemaMetadata` of a dataset on a logical platform',
  'Mutation.importDocumentsFromFiles': '`createDocument` makes a document of a text',
  'Mutation.updateDocPropagationSettings': 'documentation is not propagated between columns',
  'Mutation.updateLogicalModelSchema': 'write `schemaMetadata` of the dataset',
};

/** Fields that exist and are always null, empty or false, by name. */
export const EMPTY: Readonly<Record<string, string>> = {
  'AnalyticsChartGroup.charts': 'usage of the catalog is not tracked',
  'EntityRelationshipLegacy.created': 'relationships have no time of their own',
  'Privileges.evaluationDetails': '`explainPrivilege` says why',
  'Query.docPropagationSettings': 'documentation is not propagated between columns',
  'Query.getMetadataAnalyticsCharts': 'usage of the catalog is not tracked',
  'Query.latestProductUpdate': 'nothing is announced',
  'Query.listRecommendations': 'usage of the catalog is not tracked',
  'ScrollAcrossLineageResults.freshness': 'lineage is not read from a cache',
  'SearchAcrossLineageResults.freshness': 'lineage is not read from a cache',
  'SearchAcrossLineageResults.lineageSearchPath': 'there is one way to search lineage',
};
