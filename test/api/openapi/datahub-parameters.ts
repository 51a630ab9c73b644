/** A route of DataHub's REST interface, as its controllers declare it. */
export interface DatahubRoute {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  /** Path in OpenAPI's form. */
  readonly path: string;
  /** Names of the query parameters. */
  readonly parameters: readonly string[];
}

const SLICES = ['sliceId', 'sliceMax', 'pitKeepAlive'];
const PAGE = [
  'count',
  'query',
  'scrollId',
  'sort',
  'sortCriteria',
  'sortOrder',
  'systemMetadata',
  'skipCache',
];
const ASPECTS = ['aspectNames', 'aspects'];
const WRITE = ['async', 'systemMetadata'];
const LINKS = ['count', 'scrollId', 'includeSoftDelete', ...SLICES];
const TIMELINE = ['startTime', 'endTime', 'raw', 'categories'];

function entityRoutes(version: 'v2' | 'v3', type: string): readonly DatahubRoute[] {
  const base = `/openapi/${version}/entity/${type}`;
  const aspect = `${base}/{urn}/status`;
  return [
    { method: 'GET', path: base, parameters: [...PAGE, ...ASPECTS, 'includeSoftDelete', ...SLICES] },
    { method: 'POST', path: base, parameters: WRITE },
    { method: 'GET', path: `${base}/{urn}`, parameters: [...ASPECTS, 'systemMetadata'] },
    // DataHub binds it to the path by mistake; callers send it as a parameter.
    { method: 'HEAD', path: `${base}/{urn}`, parameters: ['includeSoftDelete'] },
    { method: 'DELETE', path: `${base}/{urn}`, parameters: ['aspects', 'clear'] },
    { method: 'GET', path: aspect, parameters: ['version', 'systemMetadata'] },
    { method: 'HEAD', path: aspect, parameters: ['includeSoftDelete'] },
    { method: 'POST', path: aspect, parameters: [...WRITE, 'createIfEntityNotExists', 'createIfNotExists'] },
    { method: 'PATCH', path: aspect, parameters: WRITE },
    { method: 'DELETE', path: aspect, parameters: [] },
  ];
}

/** The routes of DataHub that Colophon has, too, with all query parameters of DataHub's (August 2026). */
export const DATAHUB_ROUTES: readonly DatahubRoute[] = [
  ...entityRoutes('v2', 'dataset'),
  ...entityRoutes('v3', 'dataset'),
  { method: 'POST', path: '/openapi/v3/entity/dataset/batchGet', parameters: ['systemMetadata'] },
  { method: 'PATCH', path: '/openapi/v3/entity/dataset', parameters: WRITE },
  { method: 'POST', path: '/openapi/v3/entity/generic', parameters: WRITE },
  { method: 'PATCH', path: '/openapi/v3/entity/generic', parameters: WRITE },
  { method: 'POST', path: '/openapi/v3/entity/generic/batchGet', parameters: ['systemMetadata'] },
  {
    method: 'POST',
    path: '/openapi/v3/entity/scroll',
    parameters: [...PAGE, 'skipAggregation', 'includeSoftDelete', 'scrollIdPerEntity', ...SLICES],
  },
  { method: 'GET', path: '/openapi/v2/relationship/{relationshipType}', parameters: LINKS },
  { method: 'GET', path: '/openapi/v3/relationship/{relationshipType}', parameters: LINKS },
  {
    method: 'GET',
    path: '/openapi/v3/relationship/dataset/{urn}',
    parameters: ['relationshipType[]', 'direction', ...LINKS],
  },
  {
    method: 'POST',
    path: '/openapi/v3/relationship/scroll',
    parameters: ['relationshipTypes', 'sourceTypes', 'destinationTypes', 'direction', ...LINKS],
  },
  {
    method: 'POST',
    path: '/openapi/v3/lineage/scroll',
    parameters: ['relationshipTypes', 'direction', ...LINKS],
  },
  {
    method: 'GET',
    path: '/openapi/v2/timeseries/dataset/datasetProfile',
    parameters: ['count', 'scrollId', 'startTimeMillis', 'endTimeMillis', 'systemMetadata'],
  },
  {
    method: 'GET',
    path: '/openapi/v2/timeline/v1/{urn}',
    parameters: [...TIMELINE, 'includeVersionSet'],
  },
  { method: 'GET', path: '/openapi/timeline/v1/{urn}', parameters: TIMELINE },
  {
    method: 'POST',
    path: '/openapi/v1/trace/write/{traceId}',
    parameters: ['onlyIncludeErrors', 'detailed', 'skipCache'],
  },
  {
    method: 'GET',
    path: '/openapi/v1/registry/models/entity/specifications',
    parameters: ['start', 'count'],
  },
  {
    method: 'GET',
    path: '/openapi/v1/registry/models/aspect/specifications',
    parameters: ['start', 'count'],
  },
  { method: 'GET', path: '/openapi/entities/v1/latest', parameters: ['urns', 'aspectNames'] },
  {
    method: 'POST',
    path: '/openapi/entities/v1',
    parameters: ['async', 'createIfNotExists', 'createEntityIfNotExists'],
  },
  { method: 'DELETE', path: '/openapi/entities/v1', parameters: ['urns', 'soft', 'async'] },
  {
    method: 'GET',
    path: '/openapi/relationships/v1',
    parameters: ['urn', 'relationshipTypes', 'direction', 'start', 'count'],
  },
  {
    method: 'GET',
    path: '/openapi/v1/events/poll',
    parameters: ['topic', 'offsetId', 'limit', 'pollTimeoutSeconds', 'lookbackWindowDays'],
  },
  {
    method: 'POST',
    path: '/openapi/v1/events/audit/search',
    parameters: ['startTime', 'endTime', 'size', 'scrollId', 'includeRaw'],
  },
];
