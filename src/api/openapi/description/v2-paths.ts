import type { EntitySpec } from '../../../model/entity-registry.ts';
import { V2 } from '../v2/dialect.ts';
import { aspectPath, entityPath } from './entity-paths.ts';
import { capitalized, json, listOf, objectOf, ref, SCROLL_ID, type Node } from './node.ts';
import { operation } from './operation.ts';
import { PAGE_PARAMETERS, parameters } from './parameters.ts';

/** Tag of the v2 paths. */
export const V2_TAG = 'All entity types (v2)';

const tag = V2_TAG;
const anyEntity = ref('schemas', 'Entity_v2');
const texts = listOf({ type: 'string' });

const TYPE_PATH: Node = {
  parameters: parameters('entityName'),
  get: operation({
    id: 'listEntities_v2',
    summary: 'Scroll entities of a type',
    tag,
    parameters: [...PAGE_PARAMETERS, 'skipAggregation', 'aspects', 'aspectNames'],
    answer: objectOf({ scrollId: SCROLL_ID, results: listOf(anyEntity) }),
    searches: true,
  }),
  post: operation({
    id: 'writeEntities_v2',
    summary: 'Write aspects of entities of a type, all or none',
    tag,
    parameters: ['asyncByDefault', 'systemMetadata', 'createIfNotExists', 'createIfEntityNotExists'],
    body: json(listOf(anyEntity)),
    answer: listOf(anyEntity),
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
    answer: objectOf({ entities: listOf(anyEntity) }),
  }),
};

const ENTITY_PATH = entityPath({
  tag,
  path: ['entityName', 'urn'],
  answer: anyEntity,
  idOf: (verb) => `${verb}Entity_v2`,
  what: 'an entity',
});

const ASPECT_PATH = aspectPath({
  tag,
  path: ['entityName', 'urn', 'aspectName'],
  answer: anyEntity,
  afterWrite: anyEntity,
  idOf: (verb) => `${verb}Aspect_v2`,
  what: 'an aspect',
  whether: 'Whether an aspect exists',
  written: { type: 'object', description: 'The aspect itself.' },
  createIfNotExists: 'createIfNotExists',
});

/** Paths of version 2 for one entity type and each of its aspects, with the types of their bodies. */
export function v2EntityPaths(entity: EntitySpec): Readonly<Record<string, Node>> {
  const base = `${V2.basePath}/${entity.name}/{urn}`;
  const name = capitalized(entity.name);
  const aspects = [...entity.aspects.values()].map((aspect) => {
    const path = aspectPath({
      tag: entity.name,
      path: ['urn'],
      what: `${aspect.name} of a ${entity.name} (v2)`,
      answer: anyEntity,
      afterWrite: anyEntity,
      written: ref('schemas', aspect.record.name),
      idOf: (verb) => `${verb}${capitalized(aspect.name)}Of${name}_v2`,
      whether: `Whether a ${entity.name} has ${aspect.name} (v2)`,
      createIfNotExists: 'createIfNotExists',
    });
    return [`${base}/${aspect.name}`, path] as const;
  });
  return Object.fromEntries(aspects);
}

/** Paths of version 2; entity type and aspect are path parameters. */
export const V2_PATHS: Readonly<Record<string, Node>> = {
  [`${V2.basePath}/{entityName}`]: TYPE_PATH,
  [`${V2.basePath}/batch/{entityName}`]: BATCH_PATH,
  [`${V2.basePath}/{entityName}/{urn}`]: ENTITY_PATH,
  [`${V2.basePath}/{entityName}/{urn}/{aspectName}`]: ASPECT_PATH,
};
