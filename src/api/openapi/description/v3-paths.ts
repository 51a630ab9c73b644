import type { EntitySpec } from '../../../model/entity-registry.ts';
import { V3 } from '../v3/dialect.ts';
import { aspectPath, entityPath } from './entity-paths.ts';
import { capitalized, json, listOf, objectOf, ref, type Node } from './node.ts';
import { operation } from './operation.ts';
import { PAGE_PARAMETERS } from './parameters.ts';
import { v3Name } from './v3-schemas.ts';

/** Tag of the v3 paths for any entity type. */
export const V3_TAG = 'All entity types (v3)';

const WRITE_MANY = ['asyncByDefault', 'systemMetadata', 'createIfNotExists', 'createIfEntityNotExists'];

/** Paths of version 3 for one entity type and each of its aspects. */
export function v3EntityPaths(entity: EntitySpec): Readonly<Record<string, Node>> {
  const base = `${V3.basePath}/${entity.name}`;
  const aspects = [...entity.aspects.keys()].map(
    (aspect) => [`${base}/{urn}/${aspect}`, v3AspectPath(entity.name, aspect)] as const,
  );
  return {
    [base]: typePath(entity.name),
    [`${base}/batchGet`]: batchGetPath(entity.name),
    [`${base}/{urn}`]: entityPath({
      tag: entity.name,
      path: ['urn'],
      what: `a ${entity.name}`,
      idOf: (verb) => `${verb}${capitalized(entity.name)}`,
      answer: ref('schemas', v3Name.entityResponse(entity.name)),
    }),
    ...Object.fromEntries(aspects),
  };
}

function typePath(entity: string): Node {
  const name = capitalized(entity);
  const written = listOf(ref('schemas', v3Name.entityResponse(entity)));
  return {
    get: operation({
      id: `scroll${name}`,
      summary: `Scroll ${entity} entities`,
      tag: entity,
      parameters: [...PAGE_PARAMETERS, 'skipAggregation', 'aspects', 'aspectNames'],
      answer: ref('schemas', v3Name.page(entity)),
      searches: true,
    }),
    post: operation({
      id: `write${name}`,
      summary: `Write aspects of ${entity} entities, all or none`,
      tag: entity,
      parameters: WRITE_MANY,
      body: json(listOf(ref('schemas', v3Name.entityRequest(entity)))),
      answer: written,
      writes: true,
    }),
    patch: operation({
      id: `patch${name}`,
      summary: `Patch aspects of ${entity} entities, all or none`,
      tag: entity,
      parameters: ['asyncByDefault', 'systemMetadata'],
      body: json(listOf(ref('schemas', 'EntityPatch'))),
      answer: written,
      writes: true,
      silentWhenAsync: true,
    }),
  };
}

function batchGetPath(entity: string): Node {
  return {
    post: operation({
      id: `batchGet${capitalized(entity)}`,
      summary: `Read many ${entity} entities`,
      tag: entity,
      parameters: ['systemMetadata', 'asOf'],
      body: json(listOf(ref('schemas', v3Name.batchGetRequest(entity)))),
      answer: listOf(ref('schemas', v3Name.entityResponse(entity))),
    }),
  };
}

function v3AspectPath(entity: string, aspect: string): Node {
  return aspectPath({
    tag: entity,
    path: ['urn'],
    what: `${aspect} of a ${entity}`,
    idOf: (verb) => `${verb}${capitalized(aspect)}Of${capitalized(entity)}`,
    whether: `Whether a ${entity} has ${aspect}`,
    answer: ref('schemas', v3Name.aspectResponse(aspect)),
    written: ref('schemas', v3Name.aspectRequest(aspect)),
    afterWrite: ref('schemas', v3Name.entityResponse(entity)),
    createIfNotExists: 'createIfNotExistsByDefault',
  });
}

/** Paths of version 3 for any entity type. */
export function v3GenericPaths(): Readonly<Record<string, Node>> {
  const tag = V3_TAG;
  const anyEntity: Node = { type: 'object', additionalProperties: true };
  const byType: Node = { type: 'object', additionalProperties: listOf(anyEntity) };
  const write = { tag, answer: byType, writes: true } as const;
  return {
    [`${V3.basePath}/scroll`]: {
      post: operation({
        id: 'scrollEntities',
        summary: 'Scroll entities of several types',
        tag,
        parameters: [...PAGE_PARAMETERS, 'skipAggregation'],
        body: json(ref('schemas', 'ScrollRequest')),
        answer: ref('schemas', 'ScrollPage_v3'),
        searches: true,
      }),
    },
    [`${V3.basePath}/generic`]: {
      post: operation({
        id: 'writeEntities',
        summary: 'Write aspects of entities of several types, all or none',
        parameters: WRITE_MANY,
        body: json(byType),
        ...write,
      }),
      patch: operation({
        id: 'patchEntities',
        summary: 'Patch aspects of entities of several types, all or none',
        parameters: ['asyncByDefault', 'systemMetadata'],
        body: json({ type: 'object', additionalProperties: listOf(ref('schemas', 'EntityPatch')) }),
        ...write,
      }),
    },
    [`${V3.basePath}/generic/{urn}`]: entityPath({
      tag,
      path: ['urn'],
      answer: anyEntity,
      idOf: (verb) => `${verb}Entity`,
      what: 'an entity of the type in its urn',
    }),
    [`${V3.basePath}/generic/{urn}/{aspectName}`]: aspectPath({
      tag,
      path: ['urn', 'aspectName'],
      answer: { type: 'object' },
      afterWrite: anyEntity,
      idOf: (verb) => `${verb}Aspect`,
      what: 'an aspect',
      whether: 'Whether an aspect exists',
      written: objectOf({ value: { type: 'object' } }, ['value']),
      createIfNotExists: 'createIfNotExistsByDefault',
    }),
    [`${V3.basePath}/generic/batchGet`]: {
      post: operation({
        id: 'batchGetEntities',
        summary: 'Read many entities of several types',
        tag,
        parameters: ['systemMetadata', 'asOf'],
        body: json(byType),
        answer: byType,
      }),
    },
  };
}
