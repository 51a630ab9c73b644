/** Key aspects of the entity types in the bin of assets. */
export const ASSET_KEYS: readonly string[] = [
  'datasetKey',
  'dashboardKey',
  'chartKey',
  'dataJobKey',
  'dataFlowKey',
  'containerKey',
  'domainKey',
  'dataProductKey',
  'glossaryTermKey',
  'glossaryNodeKey',
  'tagKey',
  'mlModelKey',
  'mlModelGroupKey',
  'mlFeatureKey',
  'mlFeatureTableKey',
  'notebookKey',
  'documentKey',
  'dataHubViewKey',
  'corpUserKey',
  'corpGroupKey',
];

/** Key aspect of structured properties. */
export const PROPERTY_KEYS: readonly string[] = ['structuredPropertyKey'];
