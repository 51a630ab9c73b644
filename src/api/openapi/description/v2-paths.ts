import { V2 } from '../v2/dialect.ts';
import { json, listOf, objectOf, ref, SCROLL_ID } from './node.ts';
import type { Node } from './node.ts';
import { operation } from './operation.ts';
import { PAGE_PARAMETERS, parameters } from './parameters.ts';

/** Tag of the v2 paths. */
export const V2_TAG = 'All entity types (v2)';

const tag = V2_TAG;
const entity = ref('schemas', 'Entity_v2');
const texts = listOf({ type: 'string' });

const TYPE_PATH: Node = {
  parameters: parameters('entityName'),
  get: operation({
    id: 'listEntities_v2',
    summary: 'Scroll entities of a type',
    tag,
    parameters: [...PAGE_PARAMETERS, 'aspectNames'],
    answer: objectOf({ scrollId: SCROLL_ID, results: listOf(entity) }),
  }),
  post: operation({
    id: 'writeEntities_v2',
    summary: 'Write aspects of entities of a type, all or none',
    tag,
    parameters: ['asyncByDefault', 'systemMetadata', 'createIfNotExists', 'createIfEntityNotExists'],
    body: json(listOf(entity)),
    answer: listOf(entity),
    writes: true,
  }),
};

const BATCH_PATH: Node = {
  parameters: parameters('entityName'),
  post: operation({
    id: 'batchGetEntities_v2',
    summary: 'Read many entities of a type',
    tag,
    body: json(
      objectOf({ urns: texts, aspectNames: texts, withSystemMetadata: { type: 'boolean', default: false } }, [
        'urns',
      ]),
    ),
    answer: objectOf({ entities: listOf(entity) }),
  }),
};

const ENTITY_PATH: Node = {
  parameters: parameters('entityName', 'urn'),
  get: operation({
    id: 'getEntity_v2',
    summary: 'Read an entity',
    tag,
    parameters: ['systemMetadata', 'aspectNames'],
    answer: entity,
    mayMiss: true,
  }),
  head: operation({
    id: 'hasEntity_v2',
    summary: 'Whether an entity exists',
    tag,
    success: 204,
    mayMiss: true,
  }),
  delete: operation({
    id: 'deleteEntity_v2',
    summary: 'Delete an entity, or some of its aspects',
    tag,
    parameters: ['aspects', 'clear'],
  }),
};

const ASPECT_PATH: Node = {
  parameters: parameters('entityName', 'urn', 'aspectName'),
  get: operation({
    id: 'getAspect_v2',
    summary: 'Read an aspect',
    tag,
    parameters: ['systemMetadata', 'version'],
    answer: entity,
    mayMiss: true,
  }),
  head: operation({
    id: 'hasAspect_v2',
    summary: 'Whether an aspect exists',
    tag,
    success: 204,
    mayMiss: true,
  }),
  post: operation({
    id: 'writeAspect_v2',
    summary: 'Write an aspect',
    tag,
    parameters: ['async', 'systemMetadata', 'createIfNotExists', 'createIfEntityNotExists'],
    body: json({ type: 'object', description: 'The aspect itself.' }),
    answer: entity,
    writes: true,
  }),
  patch: operation({
    id: 'patchAspect_v2',
    summary: 'Patch an aspect',
    tag,
    parameters: ['async', 'systemMetadata'],
    body: {
      ...json(ref('schemas', 'Patch'), 'application/json-patch+json'),
      ...json(ref('schemas', 'Patch')),
    },
    answer: entity,
    writes: true,
  }),
  delete: operation({ id: 'deleteAspect_v2', summary: 'Delete an aspect', tag }),
};

/** Paths of version 2; entity type and aspect are path parameters. */
export const V2_PATHS: Readonly<Record<string, Node>> = {
  [`${V2.basePath}/{entityName}`]: TYPE_PATH,
  [`${V2.basePath}/batch/{entityName}`]: BATCH_PATH,
  [`${V2.basePath}/{entityName}/{urn}`]: ENTITY_PATH,
  [`${V2.basePath}/{entityName}/{urn}/{aspectName}`]: ASPECT_PATH,
};
