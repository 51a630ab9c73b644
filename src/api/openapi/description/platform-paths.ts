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

/** Paths that tell what the server knows and has done. */
export const PLATFORM_PATHS: Readonly<Record<string, Node>> = {
  '/openapi/v1/registry/models/entity/specifications': {
    get: {
      ...operation({
        id: 'listEntitySpecifications',
        summary: 'List the entity types with the aspects that they carry',
        tag: PLATFORM_TAG,
        answer: objectOf({ start: whole, count: whole, total: whole, elements: listOf(entity) }, [
          'start',
          'count',
          'total',
          'elements',
        ]),
      }),
      parameters: [
        query('start', { ...whole, minimum: 0, default: 0 }, 'Number of the first one.'),
        query('count', { ...whole, minimum: 0, default: 20 }, 'Most entity types.'),
      ],
    },
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
