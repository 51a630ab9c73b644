import { V2 } from '../v2/dialect.ts';
import { aspectPath, entityPath } from './entity-paths.ts';
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
    searches: true,
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

const ENTITY_PATH = entityPath({
  ...{ tag, path: ['entityName', 'urn'], answer: entity, aspects: 'aspectNames' },
  idOf: (verb) => `${verb}Entity_v2`,
  what: 'an entity',
});

const ASPECT_PATH = aspectPath({
  ...{ tag, path: ['entityName', 'urn', 'aspectName'], answer: entity, afterWrite: entity },
  idOf: (verb) => `${verb}Aspect_v2`,
  what: 'an aspect',
  whether: 'Whether an aspect exists',
  written: { type: 'object', description: 'The aspect itself.' },
  createIfNotExists: 'createIfNotExists',
});

/** Paths of version 2; entity type and aspect are path parameters. */
export const V2_PATHS: Readonly<Record<string, Node>> = {
  [`${V2.basePath}/{entityName}`]: TYPE_PATH,
  [`${V2.basePath}/batch/{entityName}`]: BATCH_PATH,
  [`${V2.basePath}/{entityName}/{urn}`]: ENTITY_PATH,
  [`${V2.basePath}/{entityName}/{urn}/{aspectName}`]: ASPECT_PATH,
};
