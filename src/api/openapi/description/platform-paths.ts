import { json, listOf, objectOf } from './node.ts';
import type { Node } from './node.ts';
import { operation } from './operation.ts';

/** Group of the paths that tell what the server knows and has done. */
export const PLATFORM_TAG = 'Registry, traces and this description';

const text: Node = { type: 'string' };
const whole: Node = { type: 'integer' };
const flag: Node = { type: 'boolean' };

const annotation = objectOf({ name: text, timeseries: flag, schemaVersion: whole }, ['name', 'timeseries']);
const aspect = objectOf({ aspectAnnotation: annotation }, ['aspectAnnotation']);
const entity = objectOf(
  { name: text, keyAspectName: text, keyAspectSpec: aspect, aspectSpecs: listOf(aspect) },
  ['name', 'keyAspectName', 'keyAspectSpec', 'aspectSpecs'],
);

const storage = objectOf(
  { writeStatus: { ...text, enum: ['ACTIVE_STATE', 'UNKNOWN'] }, writeMessage: text },
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

/** Paths that tell what the server knows and has done. */
export const PLATFORM_PATHS: Readonly<Record<string, Node>> = {
  '/openapi/v1/registry/models/entity/specifications': {
    get: specificationPage(
      'listEntitySpecifications',
      'List the entity types with the aspects that they carry',
      entity,
    ),
  },
  '/openapi/v1/registry/models/entity/specifications/{name}': {
    get: specification(
      'getEntitySpecification',
      'An entity type with the aspects that it carries',
      entity,
      entityName,
    ),
  },
  '/openapi/v1/registry/models/entity/specifications/{name}/aspects': {
    get: specification(
      'getAspectsOfEntity',
      'The aspects that an entity type carries, by name',
      { type: 'object', additionalProperties: aspect },
      entityName,
    ),
  },
  '/openapi/v1/registry/models/aspect/specifications': {
    get: specificationPage('listAspectSpecifications', 'List the aspects', aspect),
  },
  '/openapi/v1/registry/models/aspect/specifications/{name}': {
    get: specification('getAspectSpecification', 'What is known of an aspect', aspect, aspectName),
  },
  ...Object.fromEntries(
    ['mcp', 'mcl', 'mcl-timeseries'].map((consumer) => [
      `/openapi/operations/messaging/${consumer}/consumer/lag`,
      {
        get: operation({
          id: `getLag_${consumer.replace('-', '_')}`,
          summary: 'Tell how far consumers lag behind: nothing is queued here',
          tag: PLATFORM_TAG,
          answer: objectOf({ transport: text, consumerGroups: { type: 'object' } }, [
            'transport',
            'consumerGroups',
          ]),
        }),
      },
    ]),
  ),
  '/openapi/operations/elasticSearch/restoreIndices': {
    get: restoring('restoreIndices'),
    post: restoring('restoreIndicesOf'),
  },
  '/openapi/v1/trace/write/{traceId}': {
    post: {
      ...operation({
        id: 'traceWrites',
        summary: 'Tell what became of writes that were sent as asynchronous',
        tag: PLATFORM_TAG,
        body: json({
          ...{ type: 'object', additionalProperties: listOf(text) },
          description: 'Names of aspects by urn.',
        }),
        answer: { type: 'object', additionalProperties: { type: 'object', additionalProperties: status } },
      }),
      parameters: [
        {
          ...{ name: 'traceId', in: 'path', required: true },
          schema: { ...text, pattern: '^[0-9a-f]{32}$' },
          description: 'From the header traceparent of the write.',
        },
        query('onlyIncludeErrors', { ...flag, default: true }, 'Leaves out what has been written.'),
      ],
    },
  },
  '/openapi/v3/api-docs': {
    get: {
      ...operation({
        id: 'getDescription',
        summary: 'This description, or a part of it',
        tag: PLATFORM_TAG,
        answer: { type: 'object' },
      }),
      parameters: [query('entity', text, 'Entity type, or `generic` for what is the same for all.')],
    },
  },
};

function query(name: string, schema: Node, description: string): Node {
  return { name, in: 'query', description, schema };
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
      query('start', { ...whole, minimum: 0, default: 0 }, 'Number of the first one.'),
      query('count', { ...whole, minimum: 0, default: 20 }, 'Most of them.'),
    ],
  };
}

function restoring(id: string): Node {
  return operation({
    id,
    summary: 'Compare the index with the store in the background, and make anew what differs',
    tag: PLATFORM_TAG,
    answer: listOf(job),
    success: '202',
  });
}
