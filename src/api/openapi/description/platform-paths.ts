import { json, listOf, objectOf, query, text, whole, flag, type Node } from './node.ts';
import { operation } from './operation.ts';

/** Tag of the platform paths. */
export const PLATFORM_TAG = 'Registry, traces, operations and API description';

const annotation = objectOf({ name: text, timeseries: flag, schemaVersion: whole }, ['name', 'timeseries']);
const aspect = objectOf({ aspectAnnotation: annotation }, ['aspectAnnotation']);
const entity = objectOf(
  { name: text, keyAspectName: text, keyAspectSpec: aspect, aspectSpecs: listOf(aspect) },
  ['name', 'keyAspectName', 'keyAspectSpec', 'aspectSpecs'],
);

const storage = objectOf(
  {
    writeStatus: {
      ...text,
      enum: [
        'ACTIVE_STATE',
        'HISTORIC_STATE',
        'NO_OP',
        'PENDING',
        'ERROR',
        'UNKNOWN',
        'TRACE_NOT_IMPLEMENTED',
      ],
      description:
        '`ACTIVE_STATE`: the written value is the current one. `HISTORIC_STATE`: a later value has replaced it. `NO_OP`: the aspect already had the value. ' +
        '`PENDING`: the search index has not caught up. `ERROR`: the write failed. `UNKNOWN`: no trace of the write exists. Points of ' +
        'timeseries are `NO_OP` and `TRACE_NOT_IMPLEMENTED`.',
    },
    writeMessage: text,
    writeExceptions: listOf(objectOf({ message: text }, ['message'])),
  },
  ['writeStatus'],
);
const status = objectOf({ success: flag, primaryStorage: storage, searchStorage: storage }, ['success']);

const entityName = pathParameter('name', 'Name of the entity type.');
const aspectName = pathParameter('name', 'Name of the aspect.');
const job = objectOf({ job: whole, kind: text, state: text, report: text }, [
  'job',
  'kind',
  'state',
  'report',
]);

const SYSTEM_INFO = [
  { path: '', id: 'getSystemInfo', summary: 'Get the version and the state of the server' },
  { path: '/spring-components', id: 'getComponents', summary: 'Get the state of the server' },
  { path: '/properties', id: 'getSystemProperties', summary: "Get the settings in DataHub's form" },
  {
    path: '/properties/simple',
    id: 'getSimpleProperties',
    summary: "Get the settings in DataHub's form, by name",
  },
] as const;

/** Paths of the registry, traces, operations and the OpenAPI document. */
export const PLATFORM_PATHS: Readonly<Record<string, Node>> = {
  '/openapi/v1/registry/models/entity/specifications': {
    get: specificationPage('listEntitySpecifications', 'List the entity types with their aspects', entity),
  },
  '/openapi/v1/registry/models/entity/specifications/{name}': {
    get: specification('getEntitySpecification', 'Get an entity type with its aspects', entity, entityName),
  },
  '/openapi/v1/registry/models/entity/specifications/{name}/aspects': {
    get: specification(
      'getAspectsOfEntity',
      'Get the aspects of an entity type, by name',
      { type: 'object', additionalProperties: aspect },
      entityName,
    ),
  },
  '/openapi/v1/registry/models/aspect/specifications': {
    get: specificationPage('listAspectSpecifications', 'List the aspects', aspect),
  },
  '/openapi/v1/registry/models/aspect/specifications/{name}': {
    get: specification('getAspectSpecification', 'Get an aspect specification', aspect, aspectName),
  },
  ...Object.fromEntries(
    ['mcp', 'mcl', 'mcl-timeseries'].map((consumer) => [
      `/openapi/operations/messaging/${consumer}/consumer/lag`,
      {
        get: operation({
          id: `getLag_${consumer.replace('-', '_')}`,
          summary: 'Get the consumer lag; always none, because writes are not queued',
          tag: PLATFORM_TAG,
          answer: objectOf({ transport: text, consumerGroups: { type: 'object' } }, [
            'transport',
            'consumerGroups',
          ]),
        }),
      },
    ]),
  ),
  '/openapi/operations/throttle/requests': {
    get: operation({
      id: 'getThrottledRequests',
      summary: 'Get the causes of throttling; always none, because writes are not queued',
      tag: PLATFORM_TAG,
      answer: { type: 'object' },
    }),
  },
  ...Object.fromEntries(
    SYSTEM_INFO.map(({ path, id, summary }) => [
      `/openapi/v1/system-info${path}`,
      { get: operation({ id, summary, tag: PLATFORM_TAG, answer: { type: 'object' } }) },
    ]),
  ),
  '/openapi/operations/identity/user/urn': {
    get: operation({
      id: 'getCallerUrn',
      summary: 'Get the urn of the caller',
      tag: PLATFORM_TAG,
      answer: objectOf({ urn: text }, ['urn']),
    }),
  },
  '/openapi/v1/tracking/track': {
    post: operation({
      id: 'track',
      summary: 'Send a usage event; it is discarded',
      tag: PLATFORM_TAG,
      body: json({ type: 'object' }),
    }),
  },
  '/openapi/operations/elasticSearch/restoreIndices': {
    get: restoring('restoreIndices'),
    post: restoring('restoreIndicesOf'),
  },
  '/openapi/v1/trace/write/{traceId}': {
    post: {
      ...operation({
        id: 'traceWrites',
        summary: 'Get the state of the writes of a request',
        tag: PLATFORM_TAG,
        body: json({
          type: 'object',
          additionalProperties: listOf(text),
          description: 'Aspect names by urn.',
        }),
        answer: { type: 'object', additionalProperties: { type: 'object', additionalProperties: status } },
      }),
      parameters: [
        {
          name: 'traceId',
          in: 'path',
          required: true,
          schema: text,
          description: 'The header `traceparent` of the write, or the 32 hexadecimal digits in it.',
        },
        query('onlyIncludeErrors', { ...flag, default: true }, 'Omits all but failed writes.'),
        query('detailed', { ...flag, default: false }, 'Adds the reasons of failures.'),
        query('skipCache', { ...flag, default: false }, 'Has no effect: nothing is cached.'),
      ],
    },
  },
  '/openapi/v2/api-docs': { get: description('getDescription_v2') },
  '/openapi/v3/api-docs': { get: description('getDescription') },
};

function description(id: string): Node {
  return {
    ...operation({
      id,
      summary: 'Get this document, or one part',
      tag: PLATFORM_TAG,
      answer: { type: 'object' },
    }),
    parameters: [query('entity', text, 'Entity type, or `generic` for the part common to all types.')],
  };
}

function pathParameter(name: string, description: string): Node {
  return { name, in: 'path', required: true, description, schema: text };
}

function specification(id: string, summary: string, answer: Node, parameter: Node): Node {
  return {
    ...operation({ id, summary, tag: PLATFORM_TAG, answer, mayMiss: true }),
    parameters: [parameter],
  };
}

function specificationPage(id: string, summary: string, element: Node): Node {
  const answer = objectOf({ start: whole, count: whole, total: whole, elements: listOf(element) }, [
    'start',
    'count',
    'total',
    'elements',
  ]);
  return {
    ...operation({ id, summary, tag: PLATFORM_TAG, answer }),
    parameters: [
      query('start', { ...whole, minimum: 0, default: 0 }, 'Offset of the first element.'),
      query('count', { ...whole, minimum: 0, default: 20 }, 'Maximum number of elements.'),
    ],
  };
}

function restoring(id: string): Node {
  return operation({
    id,
    summary: 'Compare the index with the store in the background, and repair differences',
    tag: PLATFORM_TAG,
    answer: listOf(job),
    success: 202,
  });
}
